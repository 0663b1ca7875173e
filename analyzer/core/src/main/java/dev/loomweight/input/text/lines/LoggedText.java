package dev.loomweight.input.text.lines;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts in the strings of a line of JSON: of a logger, a container, or of one that was copied with its quotes.
 *
 * @param member the name of the member that has it; empty for a string of its own
 */
record LoggedText(String member, String text) {

    private static final Pattern STRING =
            Pattern.compile("[^\"]*+(?:\"([^\"\\\\]{1,100}+)\"\\s*+:\\s*+)?+(\".*\")[^\"]*+");

    /** Deeper has no logger its message. */
    private static final int MAX_DEPTH = 8;

    /**
     * Those of a line, in its order.
     *
     * @param alone whether a line of one string is one that was copied with its quotes, also without an end of line in it
     */
    static List<LoggedText> of(String line, boolean alone) {
        List<LoggedText> found = new ArrayList<>();
        int open = line.indexOf("{\"");
        Matcher string = open < 0 && (alone || line.contains("\\n")) ? STRING.matcher(line) : null;
        try {
            if (open >= 0 && line.lastIndexOf('}') > open) {
                add("", JsonParser.parseString(line.substring(open, line.lastIndexOf('}') + 1)), MAX_DEPTH, found);
            } else if (string != null && string.matches()) {
                String member = string.group(1);
                add(member == null ? "" : member, JsonParser.parseString(string.group(2)), MAX_DEPTH, found);
            }
        } catch (JsonParseException e) {
            // It only begins as JSON does.
            found.clear();
        }
        return found;
    }

    private static void add(String member, JsonElement element, int depth, List<LoggedText> found) {
        if (element instanceof JsonObject object && depth > 0) {
            object.entrySet().forEach(entry -> add(entry.getKey(), entry.getValue(), depth - 1, found));
        } else if (element.isJsonPrimitive() && element.getAsJsonPrimitive().isString()) {
            found.add(new LoggedText(member, element.getAsString()));
        }
    }
}
