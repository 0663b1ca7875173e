package dev.loomweight.rules;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.ResultToolkit;
import org.openjdk.jmc.flightrecorder.rules.Severity;

/**
 * What one rule concluded from one recording.
 *
 * @param id the rule's identifier at Mission Control, such as {@code JavaBlocking}
 * @param name what people call it
 * @param severity as Mission Control has it
 * @param summary what is so, on one line; may be empty
 * @param explanation why it is so, on one line; may be empty
 * @param solution what to do, on one line; may be empty
 */
record RuleResult(String id, String name, Severity severity, String summary, String explanation, String solution) {

    static RuleResult of(IRule rule, IResult result) {
        return new RuleResult(
                rule.getId(),
                rule.getName(),
                result.getSeverity(),
                RuleText.of(result, result.getSummary()),
                RuleText.of(result, result.getExplanation()),
                RuleText.of(result, result.getSolution()));
    }

    /** Whether the rule had what it needs, and was not switched off. */
    boolean applies() {
        return switch (severity) {
            case OK, INFO, WARNING -> true;
            case NA, IGNORE -> false;
        };
    }

    /** The name and the summary, in one sentence. */
    String sentence() {
        return summary.isEmpty() ? name + "." : name + ": " + summary;
    }

    /** The texts of Mission Control's rules, which are templates with some HTML, as plain text. */
    static final class RuleText {

        // Only what is HTML: "<init>" is the name of a method, "<n>" stands for a number.
        private static final Pattern TAG = Pattern.compile(
                "</?(a|b|br|code|div|em|h[1-6]|i|li|ol|p|pre|span|strong|table|td|th|tr|tt|u|ul)(\\s[^<>]*)?/?>",
                Pattern.CASE_INSENSITIVE);
        private static final Pattern ENTITY = Pattern.compile("&(amp|lt|gt|quot|apos|nbsp|#\\d{1,7});");
        private static final Pattern SPACE = Pattern.compile("\\s+");

        private RuleText() {}

        /**
         * A text with the figures of its result in their places.
         *
         * @param template the text, or null
         * @return one line; empty for null
         */
        static String of(IResult result, @Nullable String template) {
            if (template == null) {
                return "";
            }
            // The templates were written for a formatter that takes two quotes for one, and do not pass through it.
            return plain(ResultToolkit.populateMessage(result, template.replace("''", "'"), false));
        }

        /** A text without HTML, on one line. */
        static String plain(String text) {
            String untagged = TAG.matcher(text).replaceAll(" ");
            String decoded = ENTITY.matcher(untagged).replaceAll(RuleText::character);
            return SPACE.matcher(decoded).replaceAll(" ").strip();
        }

        private static String character(MatchResult entity) {
            String name = entity.group(1);
            String character = switch (name) {
                case "amp" -> "&";
                case "lt" -> "<";
                case "gt" -> ">";
                case "quot" -> "\"";
                case "apos" -> "'";
                case "nbsp" -> " ";
                default -> {
                    int point = Integer.parseInt(name.substring(1));
                    yield Character.isValidCodePoint(point) ? Character.toString(point) : entity.group();
                }
            };
            return Matcher.quoteReplacement(character);
        }
    }
}
