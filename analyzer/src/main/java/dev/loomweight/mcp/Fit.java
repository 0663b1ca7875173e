package dev.loomweight.mcp;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.loomweight.render.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes JSON fit: text without control characters, and values of a limited length. Numbers are never changed. */
final class Fit {

    /** The longest strings that are tried, in characters, one after the other. */
    private static final int[] LENGTHS = {2000, 500, 120, 40};

    private static final int MAX_OF_A_KEY = 200;

    private Fit() {}

    /**
     * A copy in which control and invisible characters of names and texts are escaped, and in which what a report gives as
     * absent, with a reason, is one value: {@code {"value": null, "notMeasured": "the reason"}}.
     */
    static JsonElement clean(JsonElement value) {
        if (value.isJsonArray()) {
            JsonArray array = new JsonArray();
            value.getAsJsonArray().forEach(item -> array.add(clean(item)));
            return array;
        }
        if (value.isJsonObject()) {
            return clean(value.getAsJsonObject());
        }
        return value.isJsonPrimitive() && value.getAsJsonPrimitive().isString()
                ? new JsonPrimitive(SafeText.of(value.getAsString()))
                : value;
    }

    private static JsonObject clean(JsonObject object) {
        JsonObject cleaned = new JsonObject();
        for (Map.Entry<String, JsonElement> entry : object.entrySet()) {
            String name = entry.getKey();
            String base = name.endsWith("Absent") ? name.substring(0, name.length() - "Absent".length()) : "";
            if (!base.isEmpty() && object.has(base) && object.get(base).isJsonNull()) {
                String why = entry.getValue().getAsString();
                if (!why.isEmpty()) {
                    cleaned.add(base, notMeasured(why));
                }
            } else {
                cleaned.add(SafeText.of(name), clean(entry.getValue()));
            }
        }
        return cleaned;
    }

    /** A value that was not measured. */
    static JsonObject notMeasured(String why) {
        JsonObject value = new JsonObject();
        value.add("value", JsonNull.INSTANCE);
        value.addProperty("notMeasured", SafeText.of(why));
        return value;
    }

    /**
     * A value, or what of it fits: with strings shortened in the middle, and if that is not enough without the last
     * members of an object, whose number {@code membersLeftOut} says.
     *
     * @param mostBytes the longest that it may be, in bytes of UTF-8; at least 200
     */
    static JsonElement to(JsonElement value, int mostBytes) {
        if (JsonText.bytes(value) <= mostBytes) {
            return value;
        }
        JsonElement shorter = value;
        for (int length : LENGTHS) {
            shorter = shortened(value, length);
            if (JsonText.bytes(shorter) <= mostBytes) {
                return shorter;
            }
        }
        return shorter.isJsonObject() ? beginning(shorter.getAsJsonObject(), mostBytes) : list(shorter, mostBytes);
    }

    private static JsonElement list(JsonElement value, int mostBytes) {
        JsonArray kept = new JsonArray();
        int size = 2;
        for (JsonElement item : value.getAsJsonArray()) {
            size += JsonText.bytes(item) + 1;
            if (size > mostBytes) {
                break;
            }
            kept.add(item);
        }
        return kept;
    }

    private static JsonObject beginning(JsonObject value, int mostBytes) {
        JsonObject kept = new JsonObject();
        List<String> left = new ArrayList<>();
        // For the number of those that are left out.
        int size = 2 + "\"membersLeftOut\":12345678,".length();
        for (Map.Entry<String, JsonElement> entry : value.entrySet()) {
            int more = JsonText.bytes(new JsonPrimitive(entry.getKey())) + JsonText.bytes(entry.getValue()) + 2;
            if (size + more > mostBytes) {
                left.add(entry.getKey());
            } else {
                kept.add(entry.getKey(), entry.getValue());
                size += more;
            }
        }
        kept.addProperty("membersLeftOut", left.size());
        return kept;
    }

    private static JsonElement shortened(JsonElement value, int length) {
        if (value.isJsonArray()) {
            JsonArray array = new JsonArray();
            value.getAsJsonArray().forEach(item -> array.add(shortened(item, length)));
            return array;
        }
        if (value.isJsonObject()) {
            JsonObject object = new JsonObject();
            value.getAsJsonObject().entrySet().forEach(entry -> {
                String key = entry.getKey();
                // Two long ones can be alike at their beginnings.
                String name = key.length() <= MAX_OF_A_KEY ? key : shortened(key, MAX_OF_A_KEY) + " " + object.size();
                object.add(name, shortened(entry.getValue(), length));
            });
            return object;
        }
        return value.isJsonPrimitive() && value.getAsJsonPrimitive().isString()
                ? new JsonPrimitive(shortened(value.getAsString(), length))
                : value;
    }

    /** A text with its middle left out, if it is longer than so many characters. */
    static String shortened(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int head = boundary(text, length * 2 / 3);
        int tail = boundary(text, text.length() - length / 3);
        return text.substring(0, head) + " ...(" + (tail - head) + " characters left out)... " + text.substring(tail);
    }

    private static int boundary(String text, int at) {
        return at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
    }
}
