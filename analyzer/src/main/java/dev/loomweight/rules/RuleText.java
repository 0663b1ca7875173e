package dev.loomweight.rules;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.ResultToolkit;

/** The texts of Mission Control's rules, which are templates with some HTML, as plain text. */
final class RuleText {

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
