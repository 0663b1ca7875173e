package dev.loomweight.input.text;

import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows a dump of {@code Thread.print}, {@code jstack} or SIGQUIT where platform threads wait for each other in a
 * circle: {@code Found one Java-level deadlock}, once a circle, with what each of its threads waits for and who owns that,
 * and their stacks. It names the owners of {@code java.util.concurrent} locks, which the dump itself has with {@code -l}
 * alone. The JVM looks at platform threads: that it found none says nothing of virtual ones.
 */
final class DeadlockText {

    private static final String BEGIN = "Found ";
    private static final String SYNCHRONIZER = "waiting for ownable synchronizer 0x";
    private static final String MONITOR = "waiting to lock monitor 0x";
    private static final String OBJECT = "(object 0x";
    private static final String OBJECT_OF_JHSDB = "(Object@0x";
    private static final String CLASS = ", a ";
    private static final String OWNER = "which is held by \"";
    private static final String STACKS = "Java stack information for the threads listed above";

    private final List<List<Entry>> circles = new ArrayList<>();
    // Of the stacks of the last circle, which come in the order of its threads.
    private int stack = -1;
    private boolean complete;

    /** What is said of one thread of a circle. */
    static final class Entry {
        final String name;
        final List<Frame> frames = new ArrayList<>();

        /** The address of what it waits for; null where that line is missing. */
        @Nullable
        String lock;

        /** The class of the monitor that it waits to enter; null for a lock, and where that line is missing. */
        @Nullable
        String monitor;

        /** The name of the thread that owns it; null where that line is missing. */
        @Nullable
        String owner;

        private Entry(String name) {
            this.name = name;
        }
    }

    /** Whether a line, stripped, is the first of a circle. */
    static boolean isSign(String text) {
        return text.startsWith(BEGIN) && text.contains(" Java-level deadlock");
    }

    /** Whether there was a circle. */
    boolean isBegun() {
        return !circles.isEmpty();
    }

    /** Whether the line that ends the list was there. */
    boolean isComplete() {
        return complete;
    }

    /** The circles, each with its threads in the order of the text. */
    List<List<Entry>> circles() {
        return circles;
    }

    /**
     * Takes a line after the threads of a dump.
     *
     * @param text stripped
     */
    void line(String text, DumpReading reading) {
        if (isSign(text)) {
            circles.add(new ArrayList<>());
            stack = -1;
        } else if (!isBegun() || complete) {
            return;
        } else if (text.startsWith(STACKS)) {
            stack = 0;
        } else if (isEnd(text)) {
            complete = true;
        } else if (stack < 0) {
            ofList(circles.getLast(), text);
        } else {
            ofStacks(circles.getLast(), text, reading);
        }
    }

    /** {@code Found 2 deadlocks.}, of {@code jhsdb} {@code Found a total of 2 deadlocks.} */
    private static boolean isEnd(String text) {
        return text.startsWith(BEGIN)
                && (text.endsWith(" deadlock.") || text.endsWith(" deadlocks."))
                && (Character.isDigit(text.charAt(BEGIN.length())) || text.startsWith("a total of ", BEGIN.length()));
    }

    private static void ofList(List<Entry> circle, String text) {
        if (isName(text)) {
            circle.add(new Entry(text.substring(1, text.length() - 2)));
            return;
        }
        if (circle.isEmpty()) {
            return;
        }
        Entry entry = circle.getLast();
        String object = text.startsWith("waiting to lock Monitor@") ? OBJECT_OF_JHSDB : OBJECT;
        boolean monitor = (text.startsWith(MONITOR) || !object.equals(OBJECT)) && text.contains(object);
        if (monitor || text.startsWith(SYNCHRONIZER)) {
            int address = monitor ? text.indexOf(object) + object.length() : SYNCHRONIZER.length();
            int comma = text.indexOf(',', address);
            int end = comma < 0 ? -1 : text.indexOf(')', comma);
            entry.lock = comma < 0 ? null : text.substring(address - 2, comma);
            entry.monitor = monitor && end >= 0 && text.startsWith(CLASS, comma)
                    ? text.substring(comma + CLASS.length(), end).replace('/', '.')
                    : null;
        }
        int owner = text.indexOf(OWNER);
        if (owner >= 0 && text.length() > owner + OWNER.length() && text.endsWith("\"")) {
            entry.owner = text.substring(owner + OWNER.length(), text.length() - 1);
        }
    }

    private void ofStacks(List<Entry> circle, String text, DumpReading reading) {
        if (isName(text)) {
            stack++;
        } else if (stack > 0 && stack <= circle.size() && text.startsWith("at ")) {
            Frame frame = reading.frame(text);
            if (frame != null) {
                circle.get(stack - 1).frames.add(frame);
            }
        }
    }

    /** {@code "name":}; names may hold quotes. */
    private static boolean isName(String text) {
        return text.length() > 3 && text.startsWith("\"") && text.endsWith("\":");
    }
}
