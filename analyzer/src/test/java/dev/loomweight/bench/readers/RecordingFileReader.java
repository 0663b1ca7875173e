package dev.loomweight.bench.readers;

import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** The loop that every program starts with: all events by {@link RecordingFile}, the pins picked out. */
public final class RecordingFileReader {

    private RecordingFileReader() {}

    /** Reads the recording {@code args[0]} and prints the answer. */
    public static void main(String[] args) throws IOException {
        System.out.println(answer(Path.of(args[0])));
    }

    /** The answer for a recording. */
    public static String answer(Path recording) throws IOException {
        JdkStackTally tally = new JdkStackTally();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getEventType().getName().equals("jdk.VirtualThreadPinned")) {
                    tally.add(event);
                }
            }
        }
        return tally.answer();
    }
}
