package dev.loomweight.mcp;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A complete answer, of which clients get one page after the other.
 *
 * @param handle what names it
 * @param head what the first page begins with
 * @param lead the id of the part that the first page shows first; empty for the first
 * @param parts all parts by their ids
 */
record Answer(String handle, JsonObject head, String lead, Map<String, AnswerPart> parts) {

    /** The longest text of a page, in bytes of UTF-8. */
    static final int MAX_BYTES = 8192;

    /** The part that lists findings. */
    static final String FINDINGS = "findings";

    /** The part that lists the others. */
    private static final String INDEX = "parts";

    private static final int MIN_BYTES = 1000;

    /** For the keys that hold the parts. */
    private static final int FRAME_BYTES = 100;

    /** An answer of some parts. */
    static Answer of(String handle, JsonObject head, String lead, List<AnswerPart> parts) {
        Map<String, AnswerPart> byId = new LinkedHashMap<>();
        for (AnswerPart part : parts) {
            // Two sections of one report differ in their ids, and so do the blocks of one.
            byId.put(part.id(), part);
        }
        byId.put(INDEX, AnswerPart.of(INDEX, "items", lines(handle, parts)));
        return new Answer(handle, head, lead, byId);
    }

    /** The first page: the head, the worst findings, what is most important, and handles for all that does not fit. */
    JsonObject first() {
        JsonObject page = new JsonObject();
        page.addProperty("answer", handle);
        Fit.to(head, MAX_BYTES / 4)
                .getAsJsonObject()
                .entrySet()
                .forEach(member -> page.add(member.getKey(), member.getValue()));
        AnswerPart findings = parts.get(FINDINGS);
        if (findings != null) {
            page.add(FINDINGS, findings.page(handle, 0, MAX_BYTES / 3));
        }
        List<AnswerPart> others = parts.values().stream()
                .filter(part -> !part.id().equals(FINDINGS) && !part.id().equals(INDEX))
                .toList();
        // Room for the handles of all others, which gets less as they are shown.
        List<AnswerPart> listed = new ArrayList<>(others);
        JsonArray shown = new JsonArray();
        for (AnswerPart part : ordered(others)) {
            boolean isLead = shown.isEmpty();
            int room = room(page, shown, listed);
            if (room < MIN_BYTES) {
                break;
            }
            JsonObject of = part.page(handle, 0, room);
            if (isLead || AnswerPart.isWhole(of)) {
                shown.add(of);
                listed.remove(part);
            }
        }
        if (!shown.isEmpty()) {
            page.add("shown", shown);
        }
        if (!listed.isEmpty()) {
            page.add(INDEX, index(listed, MAX_BYTES - JsonText.bytes(page) - FRAME_BYTES));
        }
        return page;
    }

    private int room(JsonObject page, JsonArray shown, List<AnswerPart> listed) {
        int index = listed.isEmpty() ? 0 : JsonText.bytes(index(listed, MAX_BYTES / 4));
        return MAX_BYTES - JsonText.bytes(page) - JsonText.bytes(shown) - index - FRAME_BYTES;
    }

    /** The handles of parts that are not shown; those that do not fit are in the list of all parts. */
    private JsonObject index(List<AnswerPart> listed, int mostBytes) {
        JsonObject page =
                AnswerPart.of(INDEX, "items", lines(handle, listed)).page(handle, 0, Math.max(MIN_BYTES, mostBytes));
        page.remove("part");
        if (page.has("more")) {
            page.addProperty("more", handle + ":" + INDEX);
        }
        return page;
    }

    private static List<JsonElement> lines(String handle, List<AnswerPart> parts) {
        return parts.stream()
                .<JsonElement>map(part -> part.line(part.handle(handle, 0)))
                .toList();
    }

    private List<AnswerPart> ordered(List<AnswerPart> others) {
        List<AnswerPart> ordered = new ArrayList<>(others);
        ordered.sort((left, right) ->
                Boolean.compare(right.id().equals(lead), left.id().equals(lead)));
        return ordered;
    }

    /** About how much memory it takes, in characters. */
    long size() {
        return parts.values().stream()
                .flatMap(part -> part.items().stream())
                .mapToLong(item -> item.toString().length())
                .sum();
    }
}
