package dev.loomweight.input.text;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.input.text.lines.TextFiles;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Origin.SnapshotId;
import dev.loomweight.sample.Sample;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One text file of any of the {@linkplain TextFormat formats}, or of several pasted together. What it is, the file
 * itself shows; its name does not matter.
 */
public final class TextSource implements Source {

    private final Path file;
    private final Origin origin;

    /**
     * @param file a text in UTF-8 (bytes that are none are replaced) or, with a byte order mark, UTF-16
     * @param origin where its samples come from; the instrument is replaced by that of the format that is found
     */
    public TextSource(Path file, Origin origin) {
        this.file = file;
        this.origin = origin;
    }

    /**
     * Whether a text has anything that is read, whatever surrounds its lines.
     *
     * @param shown what messages call the file
     * @throws DataException if it cannot be read
     */
    public static boolean isRead(Path file, String shown) {
        return !OpenedText.of(file, shown).sniffer().formats().isEmpty();
    }

    /**
     * Whether a text is of any format, or a JVM's answer.
     *
     * @param shown what messages call the file
     * @throws DataException if it cannot be read
     */
    public static boolean isKnown(Path file, String shown) {
        TextSniffer sniffed = TextFiles.read(file, shown, TextSniffer::over);
        return !sniffed.formats().isEmpty() || sniffed.isUnknownCommand();
    }

    /** What takes the measurements that are in it; none where it cannot be read. */
    public Set<Instrument> instruments() {
        try {
            return sniffed().formats().stream().map(TextFormat::instrument).collect(Collectors.toSet());
        } catch (DataException e) {
            return Set.of();
        }
    }

    /** What people call the texts that it holds, in their order; a thread dump by its instrument, whatever its format. */
    public List<String> seen() {
        TextSniffer sniffed = sniffed();
        return sniffed.formats().isEmpty()
                ? List.of("the answer of a JVM which does not have that diagnostic command")
                : sniffed.formats().stream()
                        .map(format -> format.instrument() == Instrument.THREAD_DUMP
                                ? Instrument.THREAD_DUMP.label()
                                : format.label())
                        .distinct()
                        .toList();
    }

    private TextSniffer sniffed() {
        return OpenedText.of(file, origin.file()).sniffer();
    }

    @Override
    public long bytes() {
        return file.toFile().length();
    }

    @Override
    public Origin origin() {
        return origin;
    }

    @Override
    public Coverage read(Interest interest, Supplier<? extends SampleSink> sinks) {
        SampleSink sink = sinks.get();
        OpenedText text = OpenedText.of(file, origin.file());
        TextSniffer sniffer = text.sniffer();
        Set<TextFormat> formats = new LinkedHashSet<>(sniffer.formats());
        List<String> notes = Stream.concat(text.notes().stream(), sniffer.gaps().stream())
                .map(TextRead::missing)
                .collect(Collectors.toCollection(ArrayList::new));
        if (formats.isEmpty()) {
            if (!sniffer.isUnknownCommand()) {
                String complaint = sniffer.complaint();
                throw new DataException(origin.file() + ": "
                        + (complaint == null
                                ? TextFiles.read(file, origin.file(), lines -> UnknownText.seen(lines, origin.file()))
                                : complaint));
            }
            notes.add("the JVM does not have this diagnostic command");
        }
        if (sniffer.pid() >= 0 && !formats.isEmpty() && interest.wants(ProcessId.class)) {
            sink.accept(by(formats.iterator().next()), new ProcessId(sniffer.pid()));
        }
        readAll(text, interest, sink, notes);
        Origin found = formats.isEmpty() ? origin : by(formats.iterator().next());
        Instant written = origin.moment() == null ? TextFiles.writtenAt(file) : null;
        return Coverage.of(new Coverage.OfSource(found, written, written, 0, 0, List.of(), notes));
    }

    /**
     * Reads each format that is wanted. One that cannot be read leaves the others: of a crash log that was cut, NMT may have its
     * heading alone.
     *
     * @throws DataException if one cannot be read, and the others have nothing that is wanted
     */
    private void readAll(OpenedText text, Interest interest, SampleSink sink, List<String> notes) {
        boolean found = false;
        DataException unreadable = null;
        for (TextFormat format : text.sniffer().formats()) {
            if (format.samples().samples().stream().anyMatch(interest::wants)) {
                try {
                    found |= read(text, format, interest, sink, notes);
                } catch (DataException e) {
                    unreadable = e;
                    notes.add(TextRead.missing(format.label() + " in it cannot be read"));
                }
            }
        }
        if (unreadable != null && !found) {
            throw unreadable;
        }
    }

    /** Reads one format, and whether it has anything. */
    private boolean read(OpenedText text, TextFormat format, Interest all, SampleSink sink, List<String> notes) {
        // Thread by thread a dump can be large: who wants it on request wants those that were taken to be samples.
        Interest interest = all.samples().contains(DumpedThreads.class) ? all : all.without(DumpedThreads.class);
        TextRead read = text.read(format.kept(), lines -> format.read(lines, interest));
        boolean moments = isOfMoments(read.samples());
        int report = 0;
        for (Sample sample : read.samples()) {
            report += sample instanceof NmtReport ? 1 : 0;
            if (interest.wants(sample.getClass())) {
                Origin by = by(format);
                sink.accept(moments && sample instanceof NmtReport ? atMoment(by, report) : by, sample);
            }
        }
        notes.addAll(read.notes());
        return !read.samples().isEmpty();
    }

    /** Whether reports of one process follow each other in a text that has no moment: each was taken at one of its own. */
    private boolean isOfMoments(List<Sample> samples) {
        List<NmtReport> reports = samples.stream()
                .filter(NmtReport.class::isInstance)
                .map(NmtReport.class::cast)
                .toList();
        return origin.moment() == null
                && reports.size() > 1
                && reports.stream().map(NmtReport::pid).distinct().count() == 1
                && reports.stream().noneMatch(NmtReport::diff);
    }

    private static Origin atMoment(Origin by, int report) {
        return new Origin(by.subject(), new SnapshotId(report, "report " + report, null), by.file(), by.instrument());
    }

    private Origin by(TextFormat format) {
        return new Origin(origin.subject(), origin.moment(), origin.file(), format.instrument());
    }
}
