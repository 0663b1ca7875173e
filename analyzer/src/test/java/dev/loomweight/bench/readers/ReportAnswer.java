package dev.loomweight.bench.readers;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;

/** What {@code loomweight pins --format json} has answered, in the words of {@link PinTally#answer}. */
public final class ReportAnswer {

    private ReportAnswer() {}

    /** Reads the report {@code args[0]} and prints its answer. */
    public static void main(String[] args) throws IOException {
        try (Reader in = Files.newBufferedReader(Path.of(args[0]))) {
            System.out.println(answer(in));
        }
    }

    /** The answer of a report. */
    public static String answer(Reader report) {
        for (JsonElement block : blocks(JsonParser.parseReader(report).getAsJsonObject())) {
            JsonObject fields = block.getAsJsonObject();
            if (!fields.get("id").getAsString().equals("events")) {
                continue;
            }
            for (JsonElement element : fields.getAsJsonArray("rows")) {
                JsonObject row = element.getAsJsonObject();
                if (row.get("event").getAsString().equals("jdk.VirtualThreadPinned")) {
                    return "pins " + row.get("pinsCount").getAsString() + " nanos "
                            + row.get("totalNanos").getAsString() + " sites "
                            + row.get("placesCount").getAsString() + " stacks "
                            + row.get("stacksCount").getAsString();
                }
            }
        }
        return "pins 0 nanos 0 sites 0 stacks 0";
    }

    private static Iterable<JsonElement> blocks(JsonObject report) {
        for (JsonElement section : report.getAsJsonArray("sections")) {
            if (section.getAsJsonObject().get("id").getAsString().equals("pins")) {
                return section.getAsJsonObject().getAsJsonArray("blocks");
            }
        }
        throw new IllegalArgumentException("the report has no section of pins");
    }
}
