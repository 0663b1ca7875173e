package dev.loomweight.render.stacks;

import dev.loomweight.report.Block;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.report.StackTree;
import dev.loomweight.report.StackTree.Marker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The stacks of a report as profilers take them: tables of frames and texts, and profiles of one measure each.
 *
 * @param frames each once, by its place in the table
 * @param profiles those with times before those that only count
 */
public record StackProfiles(List<Frame> frames, List<Profile> profiles) {

    /** What stacks of a section measure: time, and number. Names differ, since pprof knows measures by them. */
    private static final Map<String, List<String>> MEASURES = Map.of(
            "pins", List.of("pinned", "pins"),
            "waits", List.of("waited", "waits"),
            "carriers", List.of("ran", "samples"));

    /** As stacks have it: {@code com.acme.Cart.add:12}, or with the file, {@code com.acme.Cart.add(Cart.java:12)}. */
    private static final Pattern LABEL = Pattern.compile("(.+?)(?:\\((?:([^():]+):)?(\\d+)\\)|:(\\d+))");

    /**
     * A frame.
     *
     * @param function the method with its class, or the text of a frame that is none
     * @param file the source file's name; empty where it is not known
     * @param line 0 where it is not known
     */
    public record Frame(String function, String file, long line) {

        static Frame of(String label) {
            Matcher found = LABEL.matcher(label);
            if (!found.matches()) {
                return new Frame(label, "", 0);
            }
            String line = found.group(3) == null ? found.group(4) : found.group(3);
            String file = found.group(2) == null ? "" : found.group(2);
            return new Frame(found.group(1), file, line.length() > 9 ? 0 : Long.parseLong(line));
        }
    }

    /**
     * What stacks have of one measure.
     *
     * @param measure such as {@code pinned}
     * @param unit {@code nanoseconds} or {@code count}
     * @param samples those above 0
     */
    public record Profile(String measure, String unit, List<Sample> samples) {}

    /**
     * A stack.
     *
     * @param frames numbers of frames, the innermost first
     * @param value in the unit of the profile
     */
    public record Sample(List<Integer> frames, long value) {}

    /**
     * Those of a report.
     *
     * @throws IOException never: nothing is written
     */
    public static StackProfiles of(Report report) throws IOException {
        Map<Frame, Integer> frames = new LinkedHashMap<>();
        List<Profile> timed = new ArrayList<>();
        List<Profile> counted = new ArrayList<>();
        for (Section section : report.sections()) {
            for (Block block : section.blocks()) {
                if (block instanceof StackTree tree) {
                    List<String> measures =
                            MEASURES.getOrDefault(section.id(), List.of(section.id() + "Time", section.id()));
                    Profile nanos = new Profile(measures.getFirst(), "nanoseconds", new ArrayList<>());
                    Profile counts = new Profile(measures.getLast(), "count", new ArrayList<>());
                    StackPaths.forEach(tree.whole().roots(), (path, count, time) -> {
                        List<Integer> stack = path.stream()
                                .filter(node -> node.marker() != Marker.GROUP)
                                .map(node -> frames.computeIfAbsent(Frame.of(node.label()), frame -> frames.size()))
                                .toList();
                        add(nanos, stack, time);
                        add(counts, stack, count);
                    });
                    if (!nanos.samples.isEmpty()) {
                        timed.add(nanos);
                    }
                    counted.add(counts);
                }
            }
        }
        timed.addAll(counted);
        return new StackProfiles(List.copyOf(frames.keySet()), timed);
    }

    private static void add(Profile profile, List<Integer> stack, long value) {
        if (value > 0 && !stack.isEmpty()) {
            profile.samples.add(new Sample(stack, value));
        }
    }

    /** Texts, each once, by their numbers; the first is empty, as both formats demand. */
    public static final class Texts {
        private final Map<String, Integer> numbers = new LinkedHashMap<>();

        public Texts() {
            numbers.put("", 0);
        }

        public int of(String text) {
            return numbers.computeIfAbsent(text, added -> numbers.size());
        }

        public Iterable<String> all() {
            return numbers.keySet();
        }
    }
}
