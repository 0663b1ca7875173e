package dev.loomweight.pins.pinning;

import dev.loomweight.report.Block;
import dev.loomweight.report.Note;
import dev.loomweight.report.Place;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;

/** One site of {@link PinAnalysis} in full: its cost, holders, stacks, source, and what to do. */
public final class SiteAnalysis extends PinAnalysis {

    /**
     * A line of source.
     *
     * @param number its number, from 1
     * @param text the line
     */
    public record Line(int number, String text) {}

    private final PinOptions options;
    private final int number;
    private final BiFunction<String, Integer, List<Line>> source;

    /**
     * @param options which pins, and the class files that explain them
     * @param number which, from 1, the costliest first: the order of its table
     * @param source the lines of source around a line of a class, or none where they are not to be had
     */
    public SiteAnalysis(PinOptions options, int number, BiFunction<String, Integer, List<Line>> source) {
        super(options);
        this.options = options;
        this.number = number;
        this.source = source;
    }

    @Override
    public String id() {
        return "site";
    }

    /** @throws NoSuchElementException if there are fewer sites, which says how many */
    @Override
    public Section say(PinSummary summary, Coverage coverage) {
        int most = summary.sites().size();
        if (number < 1 || number > most) {
            throw new NoSuchElementException(
                    most == 0
                            ? "nothing pins here, so there is no site " + number
                            : "there is no site " + number + "; pins shows sites 1 to " + most);
        }
        PinSite site = summary.sites().get(number - 1);
        List<Block> blocks = new ArrayList<>();
        SiteSentences words = new SiteSentences(options, summary.monitorsPin());
        blocks.add(Note.of(Note.HEADLINE, words.summary(site)));
        String solution = words.solution(site);
        if (!solution.isBlank()) {
            blocks.add(Note.of("advice", solution));
        }
        blocks.add(PinTables.sites(List.of(site), AlikeSites.of(List.of(site))));
        blocks.add(PinTables.holders(List.of(site)));
        if (site.namesMonitors()) {
            blocks.add(MonitorTable.of(List.of(site)));
        }
        // Where the frame to blame is not the application's, the line is that from which the application called it.
        Place place = site.place(className -> null);
        if (place != null && place.line() > 0) {
            List<Line> lines = source.apply(place.className(), place.line());
            if (!lines.isEmpty()) {
                blocks.add(Rows.of(Line.class)
                        .text("at", "", line -> line.number() == place.line() ? "->" : "")
                        .id("line", "line", Line::number)
                        .text("text", "source", Line::text)
                        .table("source", "Source", lines));
            }
        }
        blocks.add(PinTables.stacks(List.of(site), options));
        return new Section("site", "Site " + number + ": " + site.name(), blocks, List.of());
    }
}
