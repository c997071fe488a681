// A category as the views name it ("sex=w;age=U12") in people's words ("women, U12").

const WITH_THEIR_KIND = new Set(["born", "category", "rating"]);

// say(key, facts): the words of the page
/**
 * @param {string} category
 * @param {Say} say
 */
export function categoryWords(category, say) {
  const parts = category.split(";").map((part) => part.trim());
  return parts
    .filter(Boolean)
    .map((part) => conditionWords(part, say))
    .join(", ");
}

/**
 * @param {string} condition
 * @param {Say} say
 */
function conditionWords(condition, say) {
  const [kind, ...rest] = condition.split("=");
  const value = rest.join("=").trim();
  if (kind === "sex")
    return (
      new Map([
        ["w", say("category-women")],
        ["m", say("category-men")],
      ]).get(value.toLowerCase()) ?? value
    );
  return WITH_THEIR_KIND.has(kind.trim()) ? say(`category-${kind.trim()}`, { value }) : value;
}
