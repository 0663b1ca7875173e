package dev.loomweight.command;

import dev.loomweight.fuzz.Law;
import dev.loomweight.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Any bytes as a report that was saved as JSON. */
public final class SavedReportFuzz {

    private SavedReportFuzz() {}

    /** Reads an input. */
    public static void fuzzerTestOneInput(byte[] input) {
        Law.holdsForFile(input, "report.json", file -> {
            Report report = SavedReport.read(file);
            if (report.sections().stream().anyMatch(section -> section.id().isEmpty() && section.blocks() == null)) {
                throw new AssertionError("a section of nothing");
            }
        });
    }

    /** Reports as tests of the renderer have them. */
    public static List<byte[]> seeds() throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        for (String name : List.of("cells", "pins", "diff-pins", "one-row", "no-rows", "series")) {
            try (InputStream in = Objects.requireNonNull(
                    SavedReportFuzz.class.getResourceAsStream("/render/" + name + ".json"), name)) {
                seeds.add(in.readAllBytes());
            }
        }
        return seeds;
    }
}
