package dev.loomweight.bench.readers;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code loomweight pins --format json} has answered, in the words of {@link PinTally#answer}. */
public final class ReportAnswer {

    private static final Pattern STACKS = Pattern.compile("heaviest of (\\d+) stacks");

    private ReportAnswer() {}

    /** Reads the report {@code args[0]} and prints its answer; the number of stacks is told from eleven on. */
    public static void main(String[] args) throws IOException {
        try (Reader in = Files.newBufferedReader(Path.of(args[0]))) {
            System.out.println(answer(in));
        }
    }

    static String answer(Reader report) {
        String pins = "0";
        String nanos = "0";
        int sites = 0;
        String stacks = "-";
        for (JsonElement block : blocks(JsonParser.parseReader(report).getAsJsonObject())) {
            JsonObject fields = block.getAsJsonObject();
            Matcher told =
                    STACKS.matcher(fields.has("title") ? fields.get("title").getAsString() : "");
            if (told.find()) {
                stacks = told.group(1);
            }
            if (!fields.get("id").getAsString().equals("sites")) {
                continue;
            }
            for (JsonElement element : fields.getAsJsonArray("rows")) {
                JsonObject row = element.getAsJsonObject();
                if (!row.has("role")) {
                    sites++;
                }
                // The total is the last row; where there is but one site, there may be none.
                pins = row.get("pinsCount").getAsString();
                nanos = row.get("totalNanos").getAsString();
            }
        }
        return "pins " + pins + " nanos " + nanos + " sites " + sites + " stacks " + stacks;
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
