package dev.loomweight.experiment;

import dev.loomweight.report.Note;
import dev.loomweight.report.Rows;
import dev.loomweight.report.Table;
import dev.loomweight.sample.CaptureTexts.ExperimentRun;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Measured;
import dev.loomweight.sample.CaptureTexts.ExperimentRun.Unit;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The states of virtual threads in one JVM, from inside and from a thread dump.
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
     * @param inside the observed state of the thread that should be in it, or why there is none
     * @param seen the thread in the dump; empty if it is not in the dump
     * @param visibility how it can be identified in the dump
     */
    record State(String name, String inside, String seen, Visibility visibility) {}

    /** How a state can be identified in a dump. */
    public enum Visibility {
        /** By the state of the thread. */
        BY_STATE("yes"),
        /** Only by the frames of its stack. */
        BY_FRAMES("by its frames only"),
        /** Another state looks the same. */
        NO("no"),
        /** The dump has no such thread. */
        NOT_IN_DUMP("no: the dump has no such thread"),
        /** No thread was in it. */
        TRANSIENT("transient");

        private final String words;

        Visibility(String words) {
            this.words = words;
        }
    }

    /** What identifies a state in a dump. */
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
            return new State(name, figure.words(), "", Visibility.TRANSIENT);
        }
        return look == null
                ? new State(name, figure.words(), "", Visibility.NOT_IN_DUMP)
                : new State(name, figure.words(), look.words(), visibility(look, looks));
    }

    private static Visibility visibility(Look look, Map<String, Look> looks) {
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
        sentences.add(subject + ": of " + rows.size() + " states, a dump identifies " + count(Visibility.BY_STATE)
                + " by the state of the thread and " + count(Visibility.BY_FRAMES) + " only by its frames.");
        String hidden = rows.stream()
                .filter(row -> row.visibility() == Visibility.NO || row.visibility() == Visibility.NOT_IN_DUMP)
                .map(State::name)
                .collect(Collectors.joining(", "));
        if (!hidden.isEmpty()) {
            sentences.add("Not visible from outside: " + hidden + ".");
        }
        String passing = rows.stream()
                .filter(row -> row.visibility() == Visibility.TRANSIENT)
                .map(State::name)
                .collect(Collectors.joining(", "));
        if (!passing.isEmpty()) {
            sentences.add("Transient, in a dump only by chance: " + passing + ".");
        }
        return new Note(id, sentences);
    }

    private long count(Visibility visibility) {
        return rows.stream().filter(row -> row.visibility() == visibility).count();
    }

    Table table(String id, String subject) {
        return Rows.of(State.class)
                .text("state", "state", State::name)
                .text("inside", "inside", State::inside)
                .text("seen", "in the dump", State::seen)
                .where(row -> !row.seen().isEmpty(), "")
                .text("told", "identifiable", row -> row.visibility().words)
                .table(
                        id,
                        subject,
                        rows,
                        List.of(
                                "The column \"inside\" shows the private field of java.lang.VirtualThread and the result of"
                                        + " Thread.getState."));
    }
}
