package dev.loomweight.bench.readers;

import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.consumer.EventStream;

/** The JDK's fastest way: pins alone, in any order, by one event object that is used again and again. */
public final class EventStreamReader {

    private EventStreamReader() {}

    /** Reads the recording {@code args[0]} and prints the answer. */
    public static void main(String[] args) throws IOException {
        System.out.println(answer(Path.of(args[0])));
    }

    static String answer(Path recording) throws IOException {
        JdkStackTally tally = new JdkStackTally();
        try (EventStream stream = EventStream.openFile(recording)) {
            stream.setOrdered(false);
            stream.setReuse(true);
            stream.onEvent("jdk.VirtualThreadPinned", tally::add);
            stream.start();
        }
        return tally.answer();
    }
}
