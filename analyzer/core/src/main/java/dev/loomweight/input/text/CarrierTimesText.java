package dev.loomweight.input.text;

import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.CaptureTexts.CarrierTimes;
import dev.loomweight.sample.Sample;
import dev.loomweight.times.CarrierInterval;
import dev.loomweight.times.CarrierInterval.Row;
import dev.loomweight.times.CarrierText;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** {@code carriers.txt} of a capture: where the time of the carriers went, one sample for each interval. */
public final class CarrierTimesText {

    private CarrierTimesText() {}

    /**
     * Reads the intervals of such a text.
     *
     * @param reader read line by line; not closed
     * @param name the text's name in messages
     * @return in the order of the text
     * @throws dev.loomweight.capture.DataException if the text cannot be read
     */
    public static List<Sample> parse(Reader reader, String name) {
        return read(new LineCursor(reader, name)).samples();
    }

    static boolean isSign(String text) {
        return text.equals(CarrierText.TITLE);
    }

    /** The intervals in the order of the text, with the notes for the coverage. */
    static TextRead read(LineCursor lines) {
        CarrierText reader = new CarrierText();
        List<CarrierInterval> intervals = new ArrayList<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            CarrierInterval interval = reader.line(line);
            if (interval != null) {
                intervals.add(interval);
            }
        }
        List<String> notes = new ArrayList<>();
        TextRead.quote(notes, reader.unknown(), "unknown lines in carriers.txt");
        if (reader.lost() > 0) {
            notes.add(TextRead.missing("an interval of carriers.txt is incomplete and left out, as after a kill: "
                    + reader.lost() + (reader.lost() == 1 ? " line" : " lines")));
        }
        List<Sample> samples = new ArrayList<>();
        Set<String> others = new TreeSet<>();
        for (CarrierInterval interval : intervals) {
            samples.add(sample(interval, reader.pools()));
            interval.carriers().stream()
                    .filter(row -> !row.known() && !reader.pools().contains(row.pool()))
                    .forEach(row -> others.add(row.pool()));
        }
        if (reader.pools().isEmpty() && !others.isEmpty()) {
            notes.add("no thread of " + others.size() + (others.size() == 1 ? " pool" : " pools")
                    + " was seen with a virtual thread, so that it is not known which threads are carriers");
        }
        return new TextRead(samples, notes);
    }

    private static CarrierTimes sample(CarrierInterval interval, Set<String> pools) {
        List<Row> carriers = interval.carriers().stream()
                .filter(row -> row.known() || pools.contains(row.pool()))
                .toList();
        return new CarrierTimes(
                interval.from(),
                interval.to(),
                carriers,
                interval.pool(),
                interval.throttledNanos(),
                interval.stoppedNanos(),
                interval.costNanos());
    }
}
