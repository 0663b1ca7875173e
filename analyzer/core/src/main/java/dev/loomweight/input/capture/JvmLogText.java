package dev.loomweight.input.capture;

import dev.loomweight.sample.CaptureTexts.JvmLog;
import dev.loomweight.sample.CaptureTexts.OutOfMemory;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Kind;
import dev.loomweight.sample.CaptureTexts.OutOfMemory.Source;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The log of a JVM with the lines of {@code FailureLog}: collections, and allocations that failed in metaspace, for
 * threads and, with ZGC, in the heap. Other collectors log no failure: they collect the complete heap, and again without
 * soft references, and only when that too frees next to nothing, the allocation fails.
 */
public final class JvmLogText {

    private static final Pattern LINE =
            Pattern.compile("\\[([-\\d]{10}T[\\d:.]{12}[+-]\\d{4})]\\[[\\d.,]+s]\\[\\w+ *]\\[([\\w,]+) *] (.*)");

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXX");

    private static final Pattern FULL = Pattern.compile(
            "GC\\(\\d+\\) Pause (?:Full|Degenerated GC) \\((.*)\\) (\\d+)([KMG])->(\\d+)([KMG])\\((\\d+)([KMG])\\).*");

    /** Collections that no allocation asked for. */
    private static final List<String> OTHER_CAUSES =
            List.of("System.gc()", "Metadata GC", "Diagnostic Command", "Heap ", "JvmtiEnv", "WhiteBox");

    private static final Pattern HEAP_MAX = Pattern.compile("Heap Max Capacity: (\\d+)([KMG])");
    private static final Pattern OUT_OF_MEMORY = Pattern.compile("Out Of Memory \\((.*)\\)");
    private static final Pattern CLASSES =
            Pattern.compile("Metaspace \\((class|data)\\) allocation failed for size \\d+");
    private static final Pattern THREAD =
            Pattern.compile("Failed to start the native thread for java\\.lang\\.Thread \"(.*)\"");

    private static final Pattern COMMITTED =
            Pattern.compile("(Class space|Both):.* reserved, +([\\d.]+) (bytes|KB|MB|GB) .*committed.*");

    private static final Pattern MAXIMUM =
            Pattern.compile("(MaxMetaspaceSize|CompressedClassSpaceSize): ([\\d.]+) (bytes|KB|MB|GB)");

    /** From this share of what it was on, a collection has freed next to nothing. */
    private static final double NEXT_TO_NOTHING = 0.9;

    /** Two collections of one allocation follow each other; a heap of 100 GB takes this long to collect. */
    private static final Duration AT_ONCE = Duration.ofSeconds(30);

    /** HotSpot reports the class space where less than this is left of it, in bytes. */
    private static final long CLASS_SPACE_STEP = 4L << 20;

    private final List<OutOfMemory> errors = new ArrayList<>();
    private long heapMax = -1;
    private @Nullable Instant systemGc;
    private @Nullable Full last;
    private @Nullable Instant classesFailed;
    private boolean ofClassSpace;
    private long classSpaceCommitted;
    private long bothCommitted;
    private long maxMetaspace = -1;

    private record Full(Instant end, long before, long after) {

        boolean isInVain() {
            return after >= before * NEXT_TO_NOTHING;
        }
    }

    private JvmLogText() {}

    /**
     * Reads the lines; those of other forms are skipped.
     *
     * @param heapMaxBytes the maximum size of the heap, in bytes, where the lines do not have it; -1 if it is not known
     */
    public static JvmLog read(Iterable<String> lines, long heapMaxBytes) {
        JvmLogText log = new JvmLogText();
        log.heapMax = heapMaxBytes;
        for (String line : lines) {
            Matcher matcher = LINE.matcher(line);
            Instant time = matcher.matches() ? time(matcher.group(1)) : null;
            if (time != null) {
                log.add(time, matcher.group(2), matcher.group(3).strip());
            }
        }
        return new JvmLog(log.errors, log.heapMax, log.systemGc);
    }

    private static @Nullable Instant time(String text) {
        try {
            return OffsetDateTime.parse(text, TIME).toInstant();
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private void add(Instant time, String tags, String text) {
        switch (tags) {
            case "gc,init" -> {
                Matcher max = HEAP_MAX.matcher(text);
                heapMax = max.matches() ? bytes(max.group(1), max.group(2)) : heapMax;
            }
            case "gc" -> collection(time, text);
            case "gc,metaspace,freelist,oom" -> classes(time, text);
            case "os,thread" -> {
                Matcher thread = THREAD.matcher(text);
                if (thread.matches()) {
                    put(new OutOfMemory(Kind.THREAD, time, -1, -1, thread.group(1), Source.LOG));
                }
            }
            default -> {}
        }
    }

    private void collection(Instant time, String text) {
        Matcher failed = OUT_OF_MEMORY.matcher(text);
        if (failed.matches()) {
            put(new OutOfMemory(Kind.HEAP, time, heapMax, -1, failed.group(1), Source.LOG));
            return;
        }
        Matcher full = FULL.matcher(text);
        if (!full.matches()) {
            return;
        }
        String cause = full.group(1);
        if (cause.equals("System.gc()")) {
            systemGc = time;
        }
        if (OTHER_CAUSES.stream().anyMatch(cause::startsWith)) {
            return;
        }
        Full now = new Full(time, bytes(full.group(2), full.group(3)), bytes(full.group(4), full.group(5)));
        Full before = last;
        last = now;
        if (before != null
                && before.isInVain()
                && now.isInVain()
                && Duration.between(before.end, time).compareTo(AT_ONCE) < 0) {
            long bound = heapMax > 0 ? heapMax : bytes(full.group(6), full.group(7));
            put(new OutOfMemory(Kind.HEAP, time, bound, now.before, "", Source.COLLECTIONS));
        }
    }

    /** The lines after a failure have what is needed to say which space it was. */
    private void classes(Instant time, String text) {
        Matcher failed = CLASSES.matcher(text);
        if (failed.matches()) {
            classesFailed = time;
            ofClassSpace = failed.group(1).equals("class");
            classSpaceCommitted = -1;
            bothCommitted = -1;
            maxMetaspace = -1;
            return;
        }
        Matcher committed = COMMITTED.matcher(text);
        if (committed.matches()) {
            long bytes = bytes(committed.group(2), committed.group(3));
            if (committed.group(1).equals("Both")) {
                bothCommitted = bytes;
            } else {
                classSpaceCommitted = bytes;
            }
            return;
        }
        Matcher maximum = MAXIMUM.matcher(text);
        if (!maximum.matches()) {
            return;
        }
        long bytes = bytes(maximum.group(2), maximum.group(3));
        if (maximum.group(1).equals("MaxMetaspaceSize")) {
            maxMetaspace = bytes;
        } else if (classesFailed != null) {
            boolean classSpace = ofClassSpace && classSpaceCommitted + CLASS_SPACE_STEP > bytes;
            put(
                    classSpace
                            ? new OutOfMemory(
                                    Kind.CLASS_SPACE, classesFailed, bytes, classSpaceCommitted, "", Source.LOG)
                            : new OutOfMemory(
                                    Kind.METASPACE, classesFailed, maxMetaspace, bothCommitted, "", Source.LOG));
            classesFailed = null;
        }
    }

    /** An application that goes on may fail a million times. */
    private void put(OutOfMemory error) {
        if (!errors.isEmpty() && errors.getLast().kind() == error.kind()) {
            errors.removeLast();
        }
        errors.add(error);
    }

    private static long bytes(String number, String unit) {
        double value = Double.parseDouble(number);
        return Math.round(
                switch (unit.substring(0, 1).toUpperCase(Locale.ROOT)) {
                    case "K" -> value * (1 << 10);
                    case "M" -> value * (1 << 20);
                    case "G" -> value * (1 << 30);
                    default -> value;
                });
    }
}
