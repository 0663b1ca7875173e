package dev.loomweight.mcp;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.loomweight.command.Question;
import dev.loomweight.render.Format;
import dev.loomweight.render.SafeText;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Note;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reports as answers: the JSON document of the command line, divided into parts. */
final class ReportAnswer {

    private static final String PIN_EVENT = "jdk.VirtualThreadPinned";
    private static final int MAX_SENTENCES = 6;

    private ReportAnswer() {}

    /** The JSON document that the command line writes of a report, with values that were not measured as such. */
    static JsonObject document(Report report) {
        StringBuilder text = new StringBuilder();
        try {
            Format.JSON.renderer(TextOptions.PLAIN).render(report, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Fit.clean(JsonParser.parseString(text.toString())).getAsJsonObject();
    }

    /**
     * The answer that a report is.
     *
     * @param handle its handle
     * @param more members for its head
     */
    static Answer of(String handle, Question.Answer answer, JsonObject more) {
        Report report = answer.report();
        JsonObject document = document(report);
        JsonObject head = new JsonObject();
        head.add("command", document.get("command"));
        if (!report.title().isEmpty()) {
            head.add("title", document.get("title"));
        }
        head.add("schemaVersion", document.get("schemaVersion"));
        more.entrySet().forEach(member -> head.add(member.getKey(), member.getValue()));
        if (document.has("incomplete")) {
            head.add("incomplete", document.get("incomplete"));
        }
        if (!answer.problems().isEmpty()) {
            head.add("problems", texts(answer.problems()));
        }
        List<JsonElement> findings = new ArrayList<>();
        List<AnswerPart> parts = new ArrayList<>();
        for (JsonElement element : document.getAsJsonArray("sections")) {
            JsonObject section = element.getAsJsonObject();
            String id = section.get("id").getAsString();
            for (JsonElement finding : section.getAsJsonArray("findings")) {
                JsonObject named = new JsonObject();
                named.addProperty("section", id);
                finding.getAsJsonObject().entrySet().forEach(member -> named.add(member.getKey(), member.getValue()));
                findings.add(named);
            }
            for (JsonElement block : section.getAsJsonArray("blocks")) {
                parts.add(AnswerPart.ofBlock(id, withStates(id, block.getAsJsonObject())));
            }
        }
        JsonObject pins = pins(document);
        if (pins != null) {
            head.add("pins", pins);
        }
        List<String> summary = summary(report);
        if (!summary.isEmpty()) {
            head.add("summary", texts(summary));
        }
        if (!findings.isEmpty()) {
            findings.sort(Comparator.comparing(
                    (JsonElement finding) -> severity(finding.getAsJsonObject()), Comparator.reverseOrder()));
            parts.addFirst(AnswerPart.of(Answer.FINDINGS, "items", findings));
        }
        return Answer.of(handle, head, lead(report), parts);
    }

    private static Finding.Severity severity(JsonObject finding) {
        return Finding.Severity.valueOf(finding.get("severity").getAsString().toUpperCase(Locale.ROOT));
    }

    private static List<String> summary(Report report) {
        return report.sections().stream()
                .flatMap(section -> section.verdict().map(Note::sentences).orElse(List.of()).stream()
                        .limit(2))
                .filter(sentence -> !sentence.isBlank())
                .limit(MAX_SENTENCES)
                .toList();
    }

    /** The table that people read first: that of the first section with one. */
    private static String lead(Report report) {
        for (Section section : report.sections()) {
            Optional<Table> lead = section.lead();
            if (lead.isPresent()) {
                return section.id() + "/" + lead.get().id();
            }
        }
        return "";
    }

    /**
     * The pins of a report, as one value: their number and time, which are 0 only if the event was recorded; null if the
     * report is not about pins.
     */
    private static @Nullable JsonObject pins(JsonObject document) {
        JsonObject sites = block(document, "pins", "sites");
        if (sites != null && !sites.getAsJsonArray("totals").isEmpty()) {
            JsonObject total = sites.getAsJsonArray("totals").get(0).getAsJsonObject();
            JsonObject pins = new JsonObject();
            for (String key : List.of("pinsCount", "totalNanos")) {
                if (total.has(key)) {
                    pins.add(key, total.get(key));
                }
            }
            return pins;
        }
        JsonObject events = block(document, "coverage", "events");
        if (block(document, "pins", "headline") == null || events == null) {
            return null;
        }
        String why = "";
        for (JsonElement element : events.getAsJsonArray("rows")) {
            JsonObject row = element.getAsJsonObject();
            if (row.get("event").getAsString().equals(PIN_EVENT)) {
                if (row.has("eventsCount")) {
                    JsonObject none = new JsonObject();
                    none.addProperty("pinsCount", 0);
                    none.addProperty("totalNanos", 0);
                    return none;
                }
                why = whyNone(row);
            }
        }
        return why.isEmpty() ? null : Fit.notMeasured(why);
    }

    private static @Nullable JsonObject block(JsonObject document, String section, String id) {
        for (JsonElement element : document.getAsJsonArray("sections")) {
            JsonObject of = element.getAsJsonObject();
            for (JsonElement block : of.getAsJsonArray("blocks")) {
                if (of.get("id").getAsString().equals(section)
                        && block.getAsJsonObject().get("id").getAsString().equals(id)) {
                    return block.getAsJsonObject();
                }
            }
        }
        return null;
    }

    /** In the table of events, the number of those that were not recorded is not measured. */
    private static JsonObject withStates(String section, JsonObject block) {
        if (section.equals("coverage") && block.get("id").getAsString().equals("events")) {
            for (JsonElement element : block.getAsJsonArray("rows")) {
                JsonObject row = element.getAsJsonObject();
                if (!row.has("eventsCount")) {
                    row.add("events", Fit.notMeasured(whyNone(row)));
                }
            }
        }
        return block;
    }

    private static String whyNone(JsonObject row) {
        String state = row.get("state").getAsString();
        return row.get("event").getAsString() + (state.equals("off") ? " was off" : ": " + state);
    }

    private static JsonArray texts(List<String> texts) {
        JsonArray array = new JsonArray();
        texts.forEach(text -> array.add(new JsonPrimitive(SafeText.of(text))));
        return array;
    }
}
