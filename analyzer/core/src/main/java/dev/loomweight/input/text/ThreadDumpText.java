package dev.loomweight.input.text;

import dev.loomweight.input.text.ThreadDumpLine.Header;
import dev.loomweight.input.text.ThreadDumpLine.LockLine;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Interest;
import org.jspecify.annotations.Nullable;

/** {@code Thread.dump_to_file} of JDK 21 and later as text ({@code jdk.internal.vm.ThreadDumper}). */
final class ThreadDumpText {

    private final DumpReading reading;
    private @Nullable OpenThread thread;
    // The two lines before: the time and the version stand above the first thread.
    private String before = "";
    private String threeBefore = "";
    private String twoBefore = "";

    private boolean inFrames;
    private boolean blank;

    private ThreadDumpText(DumpReading reading) {
        this.reading = reading;
    }

    /** Whether a line, stripped, is the head of a thread. */
    static boolean isSign(String text) {
        return Header.of(text) != null;
    }

    /** All threads of the text as one dump. */
    static TextRead read(LineCursor lines, Interest wanted) {
        DumpReading reading = new DumpReading(DumpedThreads.Kind.TEXT, wanted);
        ThreadDumpText text = new ThreadDumpText(reading);
        for (String line = lines.next(); line != null; line = lines.next()) {
            String stripped = line.strip();
            text.line(stripped);
            text.blank = stripped.isEmpty();
        }
        OpenThread last = text.thread;
        text.close();
        // The JDK ends each thread with an empty line.
        if (last != null
                && !text.blank
                && (last.frames.isEmpty()
                        || !OpenThread.beginsThread(last.frames, Boolean.TRUE.equals(last.virtual)))) {
            reading.noteCutOff(lines.place());
        }
        return reading.finish();
    }

    private void line(String text) {
        Header header = Header.of(text);
        if (header != null) {
            if (thread == null) {
                if (twoBefore.isEmpty() || inFrames) {
                    reading.noteBegun();
                }
                reading.process(threeBefore);
                reading.time(twoBefore);
                reading.runtime(before);
            }
            close();
            thread = header.open();
        } else if (thread == null) {
            inFrames |= text.endsWith(")") && reading.frame(text) != null;
            if (!text.isEmpty()) {
                threeBefore = twoBefore;
                twoBefore = before;
                before = text;
            }
        } else if (text.startsWith("-")) {
            lock(thread, text);
        } else {
            Frame frame = reading.frame(text);
            if (frame != null) {
                thread.frames.add(frame);
            }
        }
    }

    private void lock(OpenThread of, String text) {
        LockLine line = LockLine.of(text);
        Lock lock = line == null ? null : reading.lock(line.lock());
        if (line != null && lock != null) {
            line.to(of, lock);
        }
    }

    private void close() {
        if (thread != null) {
            reading.add(thread);
        }
        thread = null;
    }
}
