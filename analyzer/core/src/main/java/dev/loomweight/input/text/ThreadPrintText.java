package dev.loomweight.input.text;

import dev.loomweight.amount.Quantity;
import dev.loomweight.input.text.ThreadDumpLine.LockLine;
import dev.loomweight.input.text.ThreadDumpLine.PrintHeader;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Interest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code Thread.print}, {@code jstack}, and what a JVM prints on SIGQUIT, alone or within a log: each dump of
 * the text on its own, with what the JVM's own list of deadlocks at its end says of owners.
 */
final class ThreadPrintText {

    static final String BEGIN = "Full thread dump ";
    private static final String STATE = "java.lang.Thread.State: ";
    private static final String OF_JHSDB = "JavaThread state: ";
    private static final String OWNER = "owned by ";
    private static final String CARRYING = "Carrying virtual thread #";
    private static final String MOUNTED = "Mounted virtual thread #";
    private static final String INITIALIZATION = "waiting on the Class initialization monitor for ";
    static final String OWNED = "Locked ownable synchronizers:";

    // Without a zone: the JVM's own.
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    private final DumpReading reading;
    private @Nullable OpenThread thread;
    private @Nullable String lockOfHead;
    // The virtual thread whose frames follow those of the carrier.
    private @Nullable OpenThread mounted;
    private String before = "";
    private Part part = Part.NONE;
    private boolean begun;
    private boolean first = true;
    private boolean blank;
    // The text begins in the middle of a thread.
    private boolean within;
    private DeadlockText deadlocks = new DeadlockText();
    // Of a dump without its first line, as fragments and some tools have it: the numbers of its threads until now.
    private final Set<Long> seen = new HashSet<>();
    private PrintHeader.@Nullable By by;

    /** What the lines are of. */
    private enum Part {
        /** No dump. */
        NONE,
        /** The threads of a dump. */
        THREADS,
        /** What comes after them: the JVM's list of deadlocks, or what else the text has. */
        AFTER
    }

    private ThreadPrintText(DumpReading reading) {
        this.reading = reading;
    }

    /** Whether a line, stripped, is the first of a dump, or of one of its threads. */
    static boolean isSign(String text) {
        return text.startsWith(BEGIN) || (PrintHeader.isLikely(text) && PrintHeader.of(text) != null);
    }

    /** The dumps of the text, in its order. */
    static TextRead read(LineCursor lines, Interest wanted) {
        DumpReading reading = new DumpReading(DumpedThreads.Kind.PRINT, wanted);
        ThreadPrintText text = new ThreadPrintText(reading);
        for (String line = lines.next(); line != null; line = lines.next()) {
            String stripped = line.strip();
            text.line(stripped);
            text.blank = stripped.isEmpty();
        }
        if (text.part == Part.THREADS && text.by == null) {
            text.close();
            reading.noteCutOff(lines.place());
        }
        text.noteOpenEnd(lines.place());
        text.end();
        return reading.finish();
    }

    /** VisualVM prints no last line, but an empty one after each thread. */
    private void noteOpenEnd(String place) {
        if (by == PrintHeader.By.VISUALVM
                && thread != null
                && !blank
                && !thread.frames.isEmpty()
                && !OpenThread.beginsThread(thread.frames, false)) {
            reading.noteCutOff(place);
        }
    }

    private void line(String text) {
        if (first && !text.isEmpty()) {
            first = false;
            within = text.startsWith("at ") || text.startsWith("- ");
        }
        if (text.startsWith(BEGIN)) {
            Instant time = time(before);
            end();
            begun = true;
            part = Part.THREADS;
            reading.time(time);
            reading.runtime(runtime(text));
        } else if (part != Part.THREADS && isSign(text)) {
            if (part == Part.AFTER) {
                end();
            }
            part = Part.THREADS;
            by = PrintHeader.By.JVM;
            ofDump(text);
        } else if (part == Part.AFTER || DeadlockText.isSign(text) || (part == Part.NONE && deadlocks.isBegun())) {
            // JDK 21 and later print these after the last line of a dump, earlier ones and jstack before it, jhsdb
            // before
            // its threads.
            part = part == Part.THREADS ? Part.AFTER : part;
            deadlocks.line(text, reading);
            before = text;
        } else if (part == Part.NONE) {
            before = text;
        } else if (text.startsWith("JNI global ref")) {
            part = Part.AFTER;
        } else {
            ofDump(text);
        }
    }

    private void ofDump(String text) {
        PrintHeader header = PrintHeader.of(text);
        if (header != null) {
            close();
            if (header.by() != PrintHeader.By.JVM) {
                by = header.by();
            }
            if (by != null && header.id() != 0 && !seen.add(header.id())) {
                // The same thread again: another dump, where nothing else shows it.
                reading.endDump();
                seen.clear();
                seen.add(header.id());
            }
            thread = header.open();
            lockOfHead = header.lock();
        } else if (thread != null) {
            ofThread(
                    thread,
                    mounted == null ? thread : mounted,
                    by == null ? text : OtherPrints.asPrinted(text, thread));
            if (text.startsWith("at ")) {
                lockOfHead(thread);
            }
        }
    }

    /** Only its first frame says what a thread does with the lock in its head. */
    private void lockOfHead(OpenThread of) {
        if (lockOfHead != null) {
            lock(of, of, OtherPrints.ofHead(lockOfHead, of));
            lockOfHead = null;
        }
    }

    /** @param above whose frames and locks are printed: the thread itself, or the virtual one that it carries */
    private void ofThread(OpenThread of, OpenThread above, String text) {
        if (text.startsWith("- ")) {
            lock(of, above, text);
        } else if (text.startsWith("at ")) {
            Frame frame = reading.frame(text);
            if (frame != null) {
                above.frames.add(frame);
            }
        } else if (text.equals("...") && by == PrintHeader.By.THREAD_INFO) {
            reading.note("ThreadInfo.toString prints the first frames of a stack alone: what called them is not in it");
        } else if (text.startsWith(OWNER) && by == PrintHeader.By.THREAD_INFO) {
            of.parkBlockerOwner = DumpReading.number(text.substring(text.lastIndexOf('=') + 1));
        } else if (text.startsWith(OF_JHSDB)) {
            by = PrintHeader.By.JHSDB;
        } else if (text.startsWith(STATE)) {
            of.state = text.substring(STATE.length()).split(" ", 2)[0];
        } else if (text.startsWith(CARRYING)) {
            of.carries = DumpReading.number(text.substring(CARRYING.length()));
        } else if (text.startsWith(MOUNTED)) {
            mounted = new OpenThread();
            mounted.id = DumpReading.number(text.substring(MOUNTED.length()));
            mounted.virtual = true;
            mounted.carrier = Quantity.of(of.id);
        } else if (text.equals(OWNED) && mounted != null) {
            reading.add(mounted);
            mounted = null;
        }
    }

    private void lock(OpenThread of, OpenThread above, String text) {
        if (text.startsWith(INITIALIZATION, 2)) {
            above.initializing = text.substring(2 + INITIALIZATION.length());
            return;
        }
        LockLine line = LockLine.of(text);
        if (line != null && line.className() != null && line.lock().startsWith("0x")) {
            Lock lock = reading.lock(line.className(), line.lock());
            line.to(line.what() == LockLine.What.OWNED ? of : above, lock);
        }
    }

    private void close() {
        if (mounted != null) {
            reading.add(mounted);
        }
        if (thread != null) {
            lockOfHead(thread);
            reading.add(thread);
        }
        mounted = null;
        thread = null;
    }

    private void end() {
        close();
        if (by == PrintHeader.By.JVM || within || (by == PrintHeader.By.VISUALVM && !begun)) {
            reading.noteBegun();
        }
        reading.deadlocks(deadlocks);
        reading.endDump();
        deadlocks = new DeadlockText();
        part = Part.NONE;
        begun = false;
        within = false;
        by = null;
        seen.clear();
        before = "";
    }

    /** The time that the line above a dump shows, taken as one of this machine's zone, or null. */
    private static @Nullable Instant time(String text) {
        try {
            return LocalDateTime.parse(text, TIME)
                    .atZone(ZoneId.systemDefault())
                    .toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** {@code 25.0.3+9-LTS} of {@code Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode):}. */
    private static String runtime(String text) {
        int open = text.lastIndexOf('(');
        int end = open < 0 ? -1 : text.indexOf(' ', open);
        return end < 0 ? "" : text.substring(open + 1, end);
    }
}
