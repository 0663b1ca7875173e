package dev.loomweight.mcp;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.loomweight.match.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The arguments of a tool: written as JSON Schema (2020-12) for clients, and checked by the same rules. */
final class Schema {

    /** The longest string, in characters. */
    static final int MAX_CHARACTERS = 65_536;

    /** The longest list or map. */
    static final int MAX_ITEMS = 100;

    private static final Pattern WHOLE = Pattern.compile("\\d{1,9}");

    private final Map<String, Property> properties = new LinkedHashMap<>();

    /** What a value is. */
    enum Type {
        /** A string. */
        STRING,
        /** Strings. */
        STRINGS,
        /** A string, or several. */
        ONE_OR_MORE,
        /** A number of 0 or more. */
        WHOLE,
        /** Strings by their names. */
        MAP
    }

    /**
     * One argument.
     *
     * @param description for the model that calls the tool
     * @param required whether the tool cannot do without
     * @param least the smallest number, or the smallest number of items
     * @param most the largest number
     * @param choices the only values; any where there are none
     */
    record Property(Type type, String description, boolean required, int least, int most, List<String> choices) {}

    /** Adds an argument that a call must have. */
    Schema required(String name, Type type, String description) {
        return with(name, new Property(type, description, true, 1, MAX_ITEMS, List.of()));
    }

    /** Adds an argument that a call may have. */
    Schema optional(String name, Type type, String description) {
        return with(name, new Property(type, description, false, 1, MAX_ITEMS, List.of()));
    }

    /** Adds an argument. */
    Schema with(String name, Property property) {
        properties.put(name, property);
        return this;
    }

    /** It as JSON Schema. */
    JsonObject json() {
        JsonObject all = new JsonObject();
        JsonArray required = new JsonArray();
        properties.forEach((name, property) -> {
            all.add(name, json(property));
            if (property.required()) {
                required.add(name);
            }
        });
        JsonObject schema = new JsonObject();
        schema.addProperty("type", "object");
        schema.add("properties", all);
        if (!required.isEmpty()) {
            schema.add("required", required);
        }
        schema.addProperty("additionalProperties", false);
        return schema;
    }

    private static JsonObject json(Property property) {
        JsonObject json = new JsonObject();
        switch (property.type()) {
            case STRING -> string(json, property);
            case WHOLE -> {
                json.addProperty("type", "integer");
                json.addProperty("minimum", property.least());
                json.addProperty("maximum", property.most());
            }
            case STRINGS, ONE_OR_MORE -> {
                json.add("type", property.type() == Type.STRINGS ? new JsonPrimitive("array") : oneOrMore());
                JsonObject item = new JsonObject();
                string(item, property);
                json.add("items", item);
                json.addProperty("minItems", property.least());
                json.addProperty("maxItems", MAX_ITEMS);
            }
            case MAP -> {
                json.addProperty("type", "object");
                JsonObject value = new JsonObject();
                value.addProperty("type", "string");
                json.add("additionalProperties", value);
                json.addProperty("minProperties", property.least());
                json.addProperty("maxProperties", MAX_ITEMS);
            }
        }
        json.addProperty("description", property.description());
        return json;
    }

    private static JsonArray oneOrMore() {
        JsonArray types = new JsonArray();
        types.add("string");
        types.add("array");
        return types;
    }

    private static void string(JsonObject json, Property property) {
        json.addProperty("type", "string");
        if (!property.choices().isEmpty()) {
            JsonArray choices = new JsonArray();
            property.choices().forEach(choices::add);
            json.add("enum", choices);
        }
    }

    /** What is wrong with the arguments of a call, a sentence each; nothing if they fit. */
    List<String> faults(JsonObject arguments) {
        List<String> faults = new ArrayList<>();
        for (String name : arguments.keySet()) {
            if (!properties.containsKey(name)) {
                faults.add("unknown argument " + name + Nearest.hintOrList(name, List.copyOf(properties.keySet())));
            }
        }
        properties.forEach((name, property) -> {
            JsonElement value = arguments.get(name);
            boolean none = value == null || value.isJsonNull();
            if (none && property.required()) {
                faults.add("missing argument " + name);
            } else if (!none) {
                String fault = fault(property, value);
                if (fault != null) {
                    faults.add(name + " must be " + fault);
                }
            }
        });
        return faults;
    }

    private static @Nullable String fault(Property property, @Nullable JsonElement value) {
        if (value == null) {
            return null;
        }
        return switch (property.type()) {
            case STRING -> isString(property, value) ? null : string(property);
            case WHOLE ->
                isWhole(property, value) ? null : "a whole number from " + property.least() + " to " + property.most();
            case STRINGS, ONE_OR_MORE ->
                isArray(property, value) || (property.type() == Type.ONE_OR_MORE && isString(property, value))
                        ? null
                        : (property.type() == Type.STRINGS ? "" : "a string, or ") + "an array of " + property.least()
                                + " to " + MAX_ITEMS + " items, each " + string(property);
            case MAP ->
                value.isJsonObject()
                                && value.getAsJsonObject().size() >= property.least()
                                && value.getAsJsonObject().size() <= MAX_ITEMS
                                && value.getAsJsonObject().asMap().values().stream()
                                        .allMatch(item -> isString(property, item))
                        ? null
                        : "an object of " + property.least() + " to " + MAX_ITEMS + " members, each a string";
        };
    }

    private static String string(Property property) {
        return property.choices().isEmpty()
                ? "a string of 1 to " + MAX_CHARACTERS + " characters"
                : "one of " + String.join(", ", property.choices());
    }

    private static boolean isArray(Property property, JsonElement value) {
        return value.isJsonArray()
                && value.getAsJsonArray().size() >= property.least()
                && value.getAsJsonArray().size() <= MAX_ITEMS
                && value.getAsJsonArray().asList().stream().allMatch(item -> isString(property, item));
    }

    private static boolean isString(Property property, JsonElement value) {
        String text = JsonText.string(value).orElse("");
        return !text.isBlank()
                && text.length() <= MAX_CHARACTERS
                && (property.choices().isEmpty() || property.choices().contains(text));
    }

    private static boolean isWhole(Property property, JsonElement value) {
        // By its characters: to make a number of 1e999999999 takes the memory of a billion digits.
        if (!value.isJsonPrimitive()
                || !value.getAsJsonPrimitive().isNumber()
                || !WHOLE.matcher(value.getAsString()).matches()) {
            return false;
        }
        int number = Integer.parseInt(value.getAsString());
        return number >= property.least() && number <= property.most();
    }

    /** The strings of a value that fits. */
    static List<String> strings(@Nullable JsonElement value) {
        if (value == null || value.isJsonNull()) {
            return List.of();
        }
        return value.isJsonPrimitive()
                ? List.of(value.getAsString())
                : value.getAsJsonArray().asList().stream()
                        .map(JsonElement::getAsString)
                        .toList();
    }
}
