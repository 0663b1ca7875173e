package dev.loomweight.junit.judge;

import dev.loomweight.junit.judge.LeftThread.Uncounted;
import dev.loomweight.junit.judge.ThreadLives.Lives;
import dev.loomweight.junit.spi.ThreadOrigin;
import dev.loomweight.junit.spi.ThreadsClaim;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Place;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The sentences on threads that tests have left. */
final class LeftText {

    private static final int MAX_GROUPS = 10;
    private static final int MAX_IDS = 5;
    private static final int MAX_FRAMES = 12;
    private static final String INDENT = "   ";

    private final Spans spans;
    private final Lives lives;

    LeftText(Spans spans, Lives lives) {
        this.spans = spans;
        this.lives = lives;
    }

    /** Threads of which everything is the same that is said of them, but their ids. */
    private record Group(
            boolean virtual,
            String name,
            @Nullable ThreadOrigin origin,
            boolean ended,
            String doing,
            List<Frame> frames) {}

    /** The threads of one test. */
    String left(int test, ThreadsClaim claim, List<LeftThread> some, Map<Uncounted, Integer> uncounted) {
        List<String> lines = new ArrayList<>();
        String subject = spans.get(test).methodName() == null ? "the class" : "the test";
        lines.add(claim.source() + ": " + Amounts.count(some.size(), "thread") + " that " + subject + " created "
                + (some.size() == 1 ? "was" : "were") + " alive "
                + Amounts.time(claim.grace().toNanos())
                + " after it had ended:");
        addGroups(lines, some, EpochNanos.of(spans.get(test).to()));
        uncounted.forEach((why, count) -> lines.add("Not counted: " + why.words(count) + "."));
        return String.join("\n", lines);
    }

    /** Threads that can be of several tests. */
    String undecided(List<LeftThread> some) {
        TreeSet<Integer> tests = new TreeSet<>();
        some.forEach(thread -> tests.addAll(thread.tests()));
        List<String> lines = new ArrayList<>();
        lines.add(Amounts.count(some.size(), "thread") + " " + (some.size() == 1 ? "was" : "were")
                + " left by tests that ran at the same time, created in the same instant, so that it is not known by"
                + " which; the run fails once. One of "
                + tests.stream().map(test -> VerdictText.name(spans.get(test))).collect(Collectors.joining(", "))
                + ":");
        addGroups(lines, some, Long.MIN_VALUE);
        return String.join("\n", lines);
    }

    private void addGroups(List<String> lines, List<LeftThread> some, long testEnd) {
        Map<Group, List<LeftThread>> groups = new LinkedHashMap<>();
        for (LeftThread thread : some) {
            groups.computeIfAbsent(group(thread), key -> new ArrayList<>()).add(thread);
        }
        int number = 0;
        for (Map.Entry<Group, List<LeftThread>> each : groups.entrySet()) {
            number++;
            if (number <= MAX_GROUPS) {
                lines.add(number + ". " + who(each.getKey(), each.getValue()));
                lines.add(INDENT + createdBy(each.getKey().origin()));
                lines.add(INDENT + where(each.getKey(), each.getValue(), testEnd));
                addFrames(lines, each.getKey().frames());
            }
        }
        if (number > MAX_GROUPS) {
            lines.add("... and " + (number - MAX_GROUPS) + " more kinds of threads.");
        }
    }

    private Group group(LeftThread thread) {
        Party where = thread.where();
        // Numbers in names tell threads of one kind apart.
        String name = thread.name().replaceAll("\\d+", "N");
        return new Group(
                thread.isVirtual(),
                name,
                thread.origin(),
                lives.hasEnded(thread.id()),
                where == null ? "" : where.doing(),
                shown(thread));
    }

    /** From the top to the first frame that is not the JDK's. */
    private static List<Frame> shown(LeftThread thread) {
        List<Frame> frames = thread.frames();
        Party where = thread.where();
        int site = where == null ? -1 : where.waiting().site();
        // Of the machinery of parking nothing is of interest.
        int top = where == null ? 0 : where.waiting().frame();
        int end = site < 0 ? frames.size() : site + 1;
        return List.copyOf(frames.subList(Math.min(top, end), Math.min(end, top + MAX_FRAMES)));
    }

    private static String who(Group group, List<LeftThread> some) {
        String ids =
                some.stream().limit(MAX_IDS).map(thread -> "#" + thread.id()).collect(Collectors.joining(", "));
        String kind = group.virtual() ? "virtual thread" : "platform thread";
        String name = some.getFirst().name();
        String named = name.isEmpty() ? "" : " \"" + name + "\"";
        return some.size() == 1
                ? capitalized(kind) + " " + ids + named
                : Amounts.count(some.size(), kind) + " (" + ids + (some.size() > MAX_IDS ? ", ..." : "") + ")"
                        + (name.isEmpty() ? "" : ", the first" + named);
    }

    private static String capitalized(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static String createdBy(@Nullable ThreadOrigin origin) {
        if (origin == null) {
            return "created while the test ran; by which code is not known";
        }
        String by = origin.creator().isEmpty() ? "a thread without a name" : "thread \"" + origin.creator() + "\"";
        StackTraceElement place = origin.place();
        String at = place == null
                ? ""
                : " at " + at(place.getClassName(), place.getMethodName(), place.getFileName(), place.getLineNumber());
        return "created by " + by + at;
    }

    private String where(Group group, List<LeftThread> some, long testEnd) {
        if (group.ended()) {
            long end = some.stream()
                    .mapToLong(thread -> lives.end(thread.id()))
                    .max()
                    .orElse(testEnd);
            return testEnd == Long.MIN_VALUE
                    ? "ended later"
                    : "ended " + Amounts.time(end - testEnd) + " after the test";
        }
        return group.doing().isEmpty()
                ? "where it stands is not known: the JVM's thread dump does not have it"
                : group.doing();
    }

    private static void addFrames(List<String> lines, List<Frame> frames) {
        for (Frame frame : frames) {
            String path = new Place(frame.className(), frame.methodName(), frame.line(), null).path();
            String file = path.substring(path.lastIndexOf('/') + 1);
            lines.add(INDENT + "at " + at(frame.className(), frame.methodName(), file, frame.line()));
        }
    }

    /** As in a stack trace, so that development environments link it. */
    private static String at(String type, String method, @Nullable String file, int line) {
        return type + "." + method + "(" + (file == null ? "Unknown Source" : file) + (line > 0 ? ":" + line : "")
                + ")";
    }
}
