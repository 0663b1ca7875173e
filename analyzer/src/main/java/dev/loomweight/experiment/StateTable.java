package dev.loomweight.experiment;

import dev.loomweight.report.Cell;
import dev.loomweight.report.Note;
import dev.loomweight.report.Table;
import dev.loomweight.report.Table.Column;
import dev.loomweight.report.Table.Row;
import dev.loomweight.sample.ExperimentRun;
import dev.loomweight.sample.ExperimentRun.Measured;
import dev.loomweight.sample.ExperimentRun.Unit;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.ThreadDump;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The states of virtual threads in one JVM, by what is so and by what a dump tells of it.
 *
 * @param rows a row for each state of the JDK, in the order of their values
 */
record StateTable(List<State> rows) {

    /** What the threads of the experiment are called, before the name of their state. */
    private static final String PREFIX = "state ";

    /**
     * One state.
     *
     * @param name its name in java.lang.VirtualThread
     * @param inside what was so of the thread that was to be in it, or why there is none
     * @param seen what a dump tells of that thread; empty where it is not in the dump
     * @param told how it can be told from the others
     */
    record State(String name, String inside, String seen, Visibility told) {}

    /** Whether a dump tells a state from the others that were there. */
    public enum Visibility {
        /** By what the dump says of the thread itself. */
        BY_STATE("yes"),
        /** Only by the frames of its stack. */
        BY_FRAMES("by its frames only"),
        /** Another state looks the same. */
        NO("no"),
        /** The dump has no such thread. */
        NOT_IN_DUMP("no: the dump has no such thread"),
        /** No thread was in it. */
        NOT_KEPT("not kept still");

        private final String words;

        Visibility(String words) {
            this.words = words;
        }
    }

    /** What of a dump tells states apart. */
    private record Look(String state, boolean onCarrier, String frames) {

        String words() {
            return (state.isEmpty() ? "no state" : state) + (onCarrier ? ", on a carrier" : "") + "; "
                    + (frames.isEmpty() ? "no frames" : "in " + frames);
        }

        Look withoutFrames() {
            return new Look(state, onCarrier, "");
        }
    }

    /** The threads of the experiment in a dump. */
    static ThreadDump ofExperiment(ThreadDump dump) {
        return new ThreadDump(dump.stacks().stream()
                .filter(stack -> stack.names().stream().anyMatch(name -> name.startsWith(PREFIX)))
                .toList());
    }

    static StateTable of(ExperimentRun run, ThreadDump dump) {
        Map<String, Look> looks = new LinkedHashMap<>();
        for (ThreadDump.Stack stack : dump.stacks()) {
            for (String name : stack.names()) {
                if (name.startsWith(PREFIX)) {
                    looks.put(name.substring(PREFIX.length()), look(stack));
                }
            }
        }
        List<State> rows = new ArrayList<>();
        for (Measured figure : run.figures()) {
            if (figure.key().startsWith("state")) {
                String name = name(figure, run);
                rows.add(state(name, figure, looks));
            }
        }
        return new StateTable(rows);
    }

    private static State state(String name, Measured figure, Map<String, Look> looks) {
        Look look = looks.get(name);
        if (figure.unit() == Unit.ABSENT) {
            return new State(name, figure.words(), "", Visibility.NOT_KEPT);
        }
        return look == null
                ? new State(name, figure.words(), "", Visibility.NOT_IN_DUMP)
                : new State(name, figure.words(), look.words(), told(look, looks));
    }

    private static Visibility told(Look look, Map<String, Look> looks) {
        long sameState = looks.values().stream()
                .filter(other -> other.withoutFrames().equals(look.withoutFrames()))
                .count();
        if (sameState == 1 && !look.state().isEmpty()) {
            return Visibility.BY_STATE;
        }
        return looks.values().stream().filter(look::equals).count() == 1 ? Visibility.BY_FRAMES : Visibility.NO;
    }

    /** The three innermost methods: of a parked thread one of them says for how long. */
    private static Look look(ThreadDump.Stack stack) {
        String frames = stack.frames().stream().limit(3).map(Frame::methodName).collect(Collectors.joining(" < "));
        return new Look(Objects.requireNonNullElse(stack.state(), ""), stack.onCarrier(), frames);
    }

    /** The name of a state as the JDK writes it, from the key of its figure. */
    private static String name(Measured figure, ExperimentRun run) {
        String key = figure.key().substring("state".length());
        return run.figures().stream()
                .filter(other -> other.key().equals("names"))
                .flatMap(names -> List.of(names.words().split(", ", -1)).stream())
                .filter(name -> name.replace("_", "").equalsIgnoreCase(key))
                .findFirst()
                .orElse(key);
    }

    Note sentences(String id, String subject) {
        List<String> sentences = new ArrayList<>();
        sentences.add(subject + ": of " + rows.size() + " states, a dump tells " + count(Visibility.BY_STATE)
                + " by what it says of the thread, and " + count(Visibility.BY_FRAMES) + " only by the frames.");
        String hidden = rows.stream()
                .filter(row -> row.told() == Visibility.NO || row.told() == Visibility.NOT_IN_DUMP)
                .map(State::name)
                .collect(Collectors.joining(", "));
        if (!hidden.isEmpty()) {
            sentences.add("Cannot be told from outside: " + hidden + ".");
        }
        String passing = rows.stream()
                .filter(row -> row.told() == Visibility.NOT_KEPT)
                .map(State::name)
                .collect(Collectors.joining(", "));
        if (!passing.isEmpty()) {
            sentences.add("Not kept still, and so met by a dump only by luck: " + passing + ".");
        }
        return new Note(id, sentences);
    }

    private long count(Visibility told) {
        return rows.stream().filter(row -> row.told() == told).count();
    }

    Table table(String id, String subject) {
        return new Table(
                id,
                subject,
                List.of(
                        Column.of("state", "state"),
                        Column.of("inside", "inside"),
                        Column.of("seen", "what the dump says"),
                        Column.of("told", "told from the others")),
                rows.stream()
                        .map(row -> Row.of(
                                Cell.text(row.name()),
                                Cell.text(row.inside()),
                                row.seen().isEmpty() ? Cell.absent("") : Cell.text(row.seen()),
                                Cell.text(row.told().words)))
                        .toList(),
                List.of("Inside is the private field of java.lang.VirtualThread, and what Thread.getState says."));
    }
}
