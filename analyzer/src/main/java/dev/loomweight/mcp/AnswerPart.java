package dev.loomweight.mcp;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A part of an answer that is given in pages: a table, a tree of stacks, a list.
 *
 * @param id unique in the answer
 * @param head what precedes the items on the first page
 * @param key the key of the items
 * @param items what is divided into pages
 */
record AnswerPart(String id, JsonObject head, String key, List<JsonElement> items) {

    private static final String TYPE = "type";
    private static final String TITLE = "title";

    /** For the members that every page has besides its head and items. */
    private static final int FRAME_BYTES = 160;

    AnswerPart {
        items = List.copyOf(items);
    }

    /** Some values as a list. */
    static AnswerPart of(String id, String key, List<JsonElement> items) {
        return new AnswerPart(id, new JsonObject(), key, items);
    }

    /** A block of a report in its JSON form. */
    static AnswerPart ofBlock(String section, JsonObject block) {
        JsonObject head = new JsonObject();
        List<JsonElement> items = new ArrayList<>();
        String type = block.get(TYPE).getAsString();
        String key = switch (type) {
            case "table" -> "rows";
            case "stackTree" -> "nodes";
            case "series" -> "points";
            case "bars" -> "groups";
            default -> "sentences";
        };
        for (Map.Entry<String, JsonElement> member : block.entrySet()) {
            String name = member.getKey();
            JsonElement value = member.getValue();
            if (name.equals(key)) {
                items.addAll(value.getAsJsonArray().asList());
            } else if (name.equals("lines")) {
                value.getAsJsonArray().forEach(line -> items.addAll(points(line.getAsJsonObject())));
            } else if (name.equals("columns") && key.equals("rows")) {
                head.add(name, titles(value.getAsJsonArray()));
            } else if (!name.equals("id") && !isEmpty(value)) {
                head.add(name, value);
            }
        }
        return new AnswerPart(section + "/" + block.get("id").getAsString(), head, key, items);
    }

    // A line of a series can have thousands of points: each says which line it is of.
    private static List<JsonElement> points(JsonObject line) {
        List<JsonElement> points = new ArrayList<>();
        for (JsonElement point : line.getAsJsonArray("points")) {
            JsonObject named = new JsonObject();
            named.add("line", line.get("name"));
            point.getAsJsonObject().entrySet().forEach(member -> named.add(member.getKey(), member.getValue()));
            points.add(named);
        }
        return points;
    }

    private static JsonObject titles(JsonArray columns) {
        JsonObject titles = new JsonObject();
        columns.forEach(column -> titles.add(
                column.getAsJsonObject().get("id").getAsString(),
                column.getAsJsonObject().get(TITLE)));
        return titles;
    }

    private static boolean isEmpty(JsonElement value) {
        return (value.isJsonArray() && value.getAsJsonArray().isEmpty())
                || (value.isJsonPrimitive() && value.getAsString().isEmpty());
    }

    /** Its line in a list of parts. */
    JsonObject line(String handle) {
        JsonObject line = new JsonObject();
        line.addProperty("handle", handle);
        if (head.has(TYPE)) {
            line.add(TYPE, head.get(TYPE));
        }
        if (head.has(TITLE)) {
            line.add(TITLE, head.get(TITLE));
        }
        line.addProperty("items", items.size());
        return line;
    }

    /**
     * One page, which has at least one item if any is left.
     *
     * @param answer the handle of the answer
     * @param from the first item, from 0
     * @param mostBytes the longest that the page may be, in bytes of UTF-8; at least 1,000
     */
    JsonObject page(String answer, int from, int mostBytes) {
        JsonObject page = new JsonObject();
        page.addProperty("part", id);
        if (from == 0) {
            Fit.to(head, mostBytes / 2)
                    .getAsJsonObject()
                    .entrySet()
                    .forEach(member -> page.add(member.getKey(), member.getValue()));
        } else {
            page.addProperty("from", from);
        }
        int room = mostBytes - JsonText.bytes(page) - FRAME_BYTES - JsonText.bytes(new JsonPrimitive(id));
        JsonArray shown = new JsonArray();
        int next = from;
        while (next < items.size()) {
            JsonElement item = shown.isEmpty() ? Fit.to(items.get(next), Math.max(200, room)) : items.get(next);
            room -= JsonText.bytes(item) + 1;
            if (room < 0 && !shown.isEmpty()) {
                break;
            }
            shown.add(item);
            next++;
        }
        page.add(key, shown);
        if (next < items.size()) {
            page.addProperty("of", items.size());
            page.addProperty("more", handle(answer, next));
        }
        return page;
    }

    /** Whether a page holds all of it. */
    static boolean isWhole(JsonObject page) {
        return !page.has("more") && !page.has("membersLeftOut");
    }

    /** What asks for it from an item on. */
    String handle(String answer, int from) {
        return answer + ":" + id + (from == 0 ? "" : "@" + from);
    }
}
