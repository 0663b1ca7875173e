package dev.loomweight.mcp;

import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** JSON as text: read strictly and to a limited depth, and written in one line of ASCII. */
final class JsonText {

    /** No request has more levels than a handful. */
    static final int DEEPEST = 64;

    private JsonText() {}

    /**
     * The value that a text is.
     *
     * @throws JsonParseException if it is not one JSON value, or is nested more deeply than {@value #DEEPEST} levels
     */
    static JsonElement read(String text) {
        try {
            JsonReader reader = new JsonReader(new StringReader(text));
            reader.setStrictness(Strictness.STRICT);
            reader.setNestingLimit(DEEPEST);
            JsonElement value = JsonParser.parseReader(reader);
            if (reader.peek() != JsonToken.END_DOCUMENT) {
                throw new JsonParseException("there is more after the value");
            }
            return value;
        } catch (IOException | NumberFormatException | IllegalStateException e) {
            throw new JsonParseException(String.valueOf(e.getMessage()), e);
        }
    }

    /** A value in one line, all of whose characters are those of ASCII. */
    static String line(JsonElement value) {
        String text = value.toString();
        StringBuilder line = new StringBuilder(text.length() + 64);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c <= '~') {
                line.append(c);
            } else {
                // Outside of strings there is no such character.
                line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        return line.toString();
    }

    /** The text of a string; empty for another value, or none. */
    static Optional<String> string(@Nullable JsonElement value) {
        return value instanceof JsonPrimitive primitive && primitive.isString()
                ? Optional.of(primitive.getAsString())
                : Optional.empty();
    }

    /** The length of a value as text, in bytes of UTF-8. */
    static int bytes(JsonElement value) {
        return value.toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
