package dev.loomweight.input.recording;

import dev.loomweight.input.SampleSink;
import dev.loomweight.input.recording.reader.RecordingReader.EventSink;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.StackEvents.RecordedStacks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * The thread dumps of a recording: JFR's event {@code jdk.ThreadDump}, which both of the JDK's settings have on, once a chunk.
 * Its text is that of {@code Thread.print}, so virtual threads are not in it.
 */
final class RecordedDumps implements EventSink {

    /** The newest of them are kept: each can have megabytes. */
    private static final int MAX_DUMPS = 60;

    private static final String TEXT = "result";

    private final TreeMap<Instant, String> texts = new TreeMap<>();
    private int all;

    private RecordedDumps() {}

    @Override
    public void accept(EventView event) {
        String text = event.text(TEXT);
        if (text != null) {
            add(event.startTime(), text);
        }
    }

    private synchronized void add(Instant time, String text) {
        all++;
        texts.put(time, text);
        if (texts.size() > MAX_DUMPS) {
            texts.pollFirstEntry();
        }
    }

    /**
     * Reads them.
     *
     * @return what there is to say of them
     */
    static List<String> read(
            RecordingSource recording, RecordingSource.DumpParser parser, Origin origin, int threads, SampleSink sink) {
        RecordedDumps dumps = new RecordedDumps();
        recording.events(Set.of(RecordedStacks.EVENT), () -> dumps, threads);
        List<String> notes = new ArrayList<>();
        dumps.texts.forEach((time, text) -> {
            DumpedThreads dump = parser.parse(text, origin.file());
            if (dump != null) {
                sink.accept(origin, new DumpedThreads(dump.kind(), time, dump.runtime(), dump.threads()));
            }
        });
        if (dumps.all > dumps.texts.size()) {
            notes.add("Of " + dumps.all + " thread dumps in the recording, the newest " + dumps.texts.size()
                    + " are read.");
        }
        return notes;
    }
}
