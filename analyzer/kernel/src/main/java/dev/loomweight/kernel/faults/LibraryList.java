package dev.loomweight.kernel.faults;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.loomweight.kernel.faults.Library.Sources;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The libraries of a list of faults, and the values of its JSON: most questions need no more of the list. */
final class LibraryList {

    private static final Set<String> OF_LIBRARIES =
            Set.of("name", "packages", "artifacts", "from", "fixed", "with", "open", "note");

    private LibraryList() {}

    /** The libraries of the entries of a list that is known to be one. */
    static List<Library> libraries(String text) {
        List<Library> libraries = new ArrayList<>();
        for (JsonElement element : list(JsonParser.parseString(text))) {
            JsonObject entry = element.getAsJsonObject();
            if (entry.has("library") && text(entry, "subject").equals(KnownFaults.PINS)) {
                libraries.add(library(entry.getAsJsonObject("library"), sources(entry)));
            }
        }
        return libraries;
    }

    static JsonArray list(JsonElement all) {
        if (all.isJsonObject() && all.getAsJsonObject().has("faults")) {
            return all.getAsJsonObject().getAsJsonArray("faults");
        }
        throw new IllegalArgumentException("there is no list \"faults\"");
    }

    static Sources sources(JsonObject of) {
        return new Sources(texts(of, "sources"), date(text(of, "read")));
    }

    private static LocalDate date(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("invalid date '" + text + "'", e);
        }
    }

    static Library library(JsonObject of, Sources sources) {
        known(of, OF_LIBRARIES);
        return new Library(
                text(of, "name"),
                texts(of, "packages"),
                texts(of, "artifacts"),
                optional(of, "from"),
                optional(of, "fixed"),
                optional(of, "with"),
                of.has("open") && of.get("open").getAsBoolean(),
                optional(of, "note"),
                sources);
    }

    static void known(JsonObject of, Set<String> keys) {
        for (String key : of.keySet()) {
            if (!keys.contains(key)) {
                throw new IllegalArgumentException("unknown key '" + key + "'");
            }
        }
    }

    static String text(JsonObject of, String key) {
        String text = optional(of, key);
        if (text.isEmpty()) {
            throw new IllegalArgumentException("\"" + key + "\" is missing");
        }
        return text;
    }

    static String optional(JsonObject of, String key) {
        JsonElement value = of.get(key);
        return value == null ? "" : value.getAsString();
    }

    static List<String> texts(JsonObject of, String key) {
        List<String> texts = new ArrayList<>();
        list(of, key).forEach(text -> texts.add(text.getAsString()));
        return texts;
    }

    static JsonArray list(JsonObject of, String key) {
        JsonElement list = of.get(key);
        return list == null ? new JsonArray() : list.getAsJsonArray();
    }
}
