package dev.loomweight.input.text.ended;

import dev.loomweight.input.text.ended.ContainerFacts.StateFacts;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.EndTexts.Containers;
import dev.loomweight.sample.EndTexts.Containers.Container;
import dev.loomweight.sample.EndTexts.Containers.Pod;
import dev.loomweight.sample.EndTexts.Containers.Reporter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code kubectl describe pod}, of one pod or several, or any part of it: {@code State} or {@code Last State} alone is enough.
 * Keys are known by their names, whatever their indentation.
 */
public final class PodDescription {

    private static final Pattern SIGN = Pattern.compile(
            "(?:Last State|Last Termination State|State):\\s+(?:Terminated|Waiting|Running)(?:[,;\u00b7 ]+[A-Z].*)?"
                    + "|Reason:\\s+(?:OOM ?Killed|Evicted)");

    private static final Pattern KEY =
            Pattern.compile("([A-Z][\\w -]{0,40}|memory|cpu|ephemeral-storage):(?:\\s+(.*))?");

    /** Containers' names are lower case, all keys but those of resources begin with a capital. */
    private static final Pattern CONTAINER = Pattern.compile("([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?):");

    /** Sections whose lines are the application's. */
    private static final Set<String> OF_OTHERS = Set.of("Command", "Args", "Environment");

    /** Of an event; the name of the container is in it, mostly. */
    private static final Pattern FAILED_PROBE =
            Pattern.compile("(?:Container ([\\w-]+) )?failed (?:liveness|startup) probe, will be restarted"
                    + "|\\w://([\\w-]+):Container failed (?:liveness|startup) probe"
                    + "|container \"?([\\w-]+)\"? is unhealthy, it will be killed");

    /** Between the parts of a state that was put in one line. */
    private static final Pattern BETWEEN =
            Pattern.compile("(?<! ) *+(?<![,;\u00b7])[,;\u00b7]++ *+(?=[A-Z][A-Za-z ]{2,12}: )");

    /** Of {@code kubectl get events}. */
    private static final Pattern EVICTED = Pattern.compile(".*\\bEvicted +[Pp]od/(\\S+) +(\\S.*)");

    private static final Pattern COMMENT = Pattern.compile("^(?:[#>|*]|//)++ *");

    private static final Pattern REMARK = Pattern.compile("(?<!\\s)\\s++(?:#|\u2190|<-|//).*$");

    /** Of {@code kubectl get pods}. */
    private static final Pattern ROW =
            Pattern.compile("(?:[\\w-]+ +)?([a-z0-9][a-z0-9.-]*) +\\d+/\\d+ +(OOMKilled|Evicted) +(\\d{1,9})(?: .*)?");

    private final List<Container> found = new ArrayList<>();
    private final List<ContainerFacts> containers = new ArrayList<>();
    private final List<String> killedByProbe = new ArrayList<>();
    private String lastName = "";
    private String pod = "";
    private String reason = "";
    private String message = "";
    private boolean inContainers;
    private @Nullable ContainerFacts open;
    private @Nullable StateFacts state;
    private String section = "";

    private PodDescription() {}

    /** Whether a line, stripped, is one of it. */
    public static boolean isSign(String text) {
        // In a dump, each thread has a state.
        return (((text.contains("State:") && !text.startsWith("java.lang.Thread.State:")) || text.contains("Reason:"))
                        && SIGN.matcher(bare(text)).matches())
                || ((text.contains("OOMKilled") || text.contains("Evicted"))
                        && (ROW.matcher(bare(text)).matches()
                                || EVICTED.matcher(text).matches()))
                || text.contains(" probe, will be restarted");
    }

    /** Without signs of a comment before it, and remarks after it. */
    private static String bare(String text) {
        return REMARK.matcher(COMMENT.matcher(text).replaceFirst("")).replaceFirst("");
    }

    /** The containers, as far as anything is said of their state. */
    public static TextRead read(LineCursor lines) {
        PodDescription text = new PodDescription();
        for (String line = lines.next(); line != null; line = lines.next()) {
            BETWEEN.splitAsStream(bare(line.strip())).forEach(text::line);
        }
        text.close();
        return new TextRead(text.found.isEmpty() ? List.of() : List.of(new Containers(text.found)), List.of());
    }

    private void line(String text) {
        Matcher probe = FAILED_PROBE.matcher(text);
        if (probe.find()) {
            killedByProbe.add(Stream.of(1, 2, 3)
                    .map(probe::group)
                    .filter(name -> name != null)
                    .findFirst()
                    .orElse(""));
        }
        Matcher row = ROW.matcher(text);
        Matcher evicted = EVICTED.matcher(text);
        if (row.matches()) {
            row(row);
            return;
        } else if (evicted.matches()) {
            found.add(new ContainerFacts()
                    .container(Reporter.KUBERNETES, new Pod(evicted.group(1), "Evicted", evicted.group(2), List.of())));
            return;
        }
        Matcher container = CONTAINER.matcher(text);
        if (inContainers && !OF_OTHERS.contains(section) && container.matches()) {
            begin();
            container().name(container.group(1));
            return;
        }
        Matcher key = KEY.matcher(text);
        if (!key.matches()) {
            options(text);
            return;
        }
        String value = key.group(2) == null ? "" : key.group(2).strip();
        if (section.equals("Environment") && !key.group(1).equals("Mounts") && !isState(key.group(1))) {
            options(text);
        } else {
            key(key.group(1), value);
        }
    }

    private void row(Matcher row) {
        ContainerFacts facts = new ContainerFacts();
        boolean evicted = row.group(2).equals("Evicted");
        if (!evicted) {
            StateFacts ended = new StateFacts("Terminated");
            ended.put("reason", row.group(2));
            facts.state(ended);
        }
        facts.restarts(row.group(3));
        found.add(facts.container(
                Reporter.KUBERNETES, new Pod(row.group(1), evicted ? row.group(2) : "", "", List.of())));
    }

    private static boolean isState(String key) {
        return key.equals("State") || key.equals("Last State") || key.equals("Conditions");
    }

    private void options(String text) {
        if (OF_OTHERS.contains(section)) {
            container().options(text);
        }
    }

    private void key(String key, String value) {
        switch (key) {
            case "Name" -> lastName = value;
            case "Namespace" -> {
                close();
                pod = lastName;
            }
            case "Containers", "Init Containers", "Ephemeral Containers" -> {
                begin();
                inContainers = value.isEmpty();
            }
            case "Conditions", "Volumes", "QoS Class", "Events", "Tolerations" -> {
                begin();
                inContainers = false;
            }
            case "Container ID" -> container().id(value);
            case "State" -> state(value, false);
            case "Last State", "Last Termination State" -> state(value, true);
            case "Reason", "Message", "Exit Code", "Started", "Finished" -> part(key, value);
            case "Restart Count" -> container().restarts(value);
            case "Limits", "Requests" -> {
                section = key;
                Matcher inline = KEY.matcher(value);
                if (inline.matches()) {
                    key(inline.group(1), inline.group(2) == null ? "" : inline.group(2));
                }
            }
            case "memory" -> memory(value);
            case "cpu", "ephemeral-storage" -> {}
            case "Environment" -> {
                // Kubernetes prints limits before it, if there are any.
                if (!container().name().isEmpty()) {
                    container().unlimited();
                }
                section = key;
            }
            default -> {
                section = key;
                options(value);
            }
        }
    }

    private void memory(String value) {
        if (section.equals("Limits")) {
            container().limit(value);
        } else if (section.equals("Requests")) {
            container().request(value);
        }
    }

    private void state(String word, boolean before) {
        if (!before && container().hasState()) {
            // Parts of several descriptions, without their names.
            begin();
        }
        section = "State";
        StateFacts begun = new StateFacts(word);
        state = begun;
        if (before) {
            container().last(begun);
        } else {
            container().state(begun);
        }
    }

    /** A part of the state that is open, or of the whole pod before any container. */
    private void part(String key, String value) {
        StateFacts of = state;
        if (of == null && open == null && !inContainers && !section.equals("Conditions")) {
            boolean alone = pod.isEmpty()
                    && key.equals("Reason")
                    && value.replace(" ", "").equals("OOMKilled");
            if (alone) {
                state("Terminated", true);
                part(key, value);
            } else if (key.equals("Reason")) {
                reason = value;
            } else if (key.equals("Message")) {
                message = value;
            }
        } else if (of != null) {
            of.put(
                    switch (key) {
                        case "Reason" -> "reason";
                        case "Message" -> "message";
                        case "Exit Code" -> "exitCode";
                        case "Started" -> "startedAt";
                        default -> "finishedAt";
                    },
                    value);
        }
    }

    private ContainerFacts container() {
        ContainerFacts facts = open;
        if (facts == null) {
            facts = new ContainerFacts();
            open = facts;
            containers.add(facts);
        }
        return facts;
    }

    /** A container begins, or none is open any more. */
    private void begin() {
        open = null;
        state = null;
        section = "";
    }

    private void close() {
        Pod of = new Pod(pod, reason, message, killedByProbe);
        boolean evicted = reason.equals("Evicted");
        containers.stream()
                .filter(ContainerFacts::isOfEnd)
                .map(facts -> facts.container(Reporter.KUBERNETES, of))
                .forEach(found::add);
        if ((evicted || !killedByProbe.isEmpty()) && containers.stream().noneMatch(ContainerFacts::isOfEnd)) {
            ContainerFacts whole = containers.isEmpty() ? new ContainerFacts() : containers.getFirst();
            found.add(whole.container(Reporter.KUBERNETES, of));
        }
        containers.clear();
        killedByProbe.clear();
        reason = "";
        message = "";
        begin();
        inContainers = false;
    }
}
