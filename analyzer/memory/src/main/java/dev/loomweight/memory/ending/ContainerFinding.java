package dev.loomweight.memory.ending;

import dev.loomweight.memory.ending.ReportedEnd.Meaning;
import dev.loomweight.report.Amounts;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.sample.EndTexts.Containers.Bounds;
import dev.loomweight.sample.EndTexts.Containers.Container;
import dev.loomweight.sample.EndTexts.Containers.Reporter;
import dev.loomweight.sample.EndTexts.Containers.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a container ended, as Kubernetes or Docker report it, in words. */
final class ContainerFinding {

    private static final int LONGEST_MESSAGE = 300;

    private final Container container;
    private final Meaning meaning;
    private final @Nullable State ended;
    private final Bounds bounds;

    ContainerFinding(ReportedEnd end, Container container) {
        this.container = container;
        this.meaning = end.meaning();
        this.ended = container.ended();
        this.bounds = container.bounds();
    }

    Finding finding() {
        return switch (meaning) {
            case OUT_OF_MEMORY ->
                problem(
                        "killedForMemory",
                        name() + " was killed for lack of memory (OOMKilled" + andStatus() + ")" + limit(),
                        moreRoom());
            case OUT_OF_MEMORY_IN_GROUP ->
                problem(
                        "killedInGroup",
                        "The kernel killed a process of " + lower(name()) + " for lack of memory (OOMKilled)"
                                + (bounds.limitBytes() > 0
                                        ? ", whose limit is " + Amounts.bytes(bounds.limitBytes())
                                        : "")
                                + (status() == null ? "." : "; its first process ended with status " + status() + "."),
                        "All processes of a container share its limit: raise it, or lower what the processes that it starts take."
                                + " The log of the kernel (journalctl -k) names the one that was killed.");
            case EVICTED ->
                problem(
                        "evicted",
                        pod() + " was evicted from its node"
                                + quoted(container.pod().message()),
                        eviction());
            case FAILED_PROBE ->
                problem(
                        "killedByProbe",
                        name()
                                + (status() == null
                                        ? " failed its liveness or startup probe, so the kubelet restarts it."
                                        : " was killed (status 137), probably by the kubelet: it failed its liveness or startup probe."),
                        "Take a thread dump while it does not answer (jcmd PID Thread.print; loomweight threads), or give the"
                                + " probe more time: timeoutSeconds, failureThreshold, a startupProbe.");
            case KILLED ->
                warning(
                        "killed",
                        name() + " was killed (status 137, as after SIGKILL), and "
                                + container.reporter().label() + " saw no kill for lack of memory in it.",
                        killers());
            case UNDECIDED ->
                warning(
                        "killed",
                        name() + (status() == null ? " ended" : " was killed (status 137, as after SIGKILL)")
                                + "; the text does not show why.",
                        "Reason in kubectl describe pod, State.OOMKilled in docker inspect, and the log of the kernel"
                                + " (journalctl -k) of the machine decide it.");
            case ASKED ->
                warning(
                        "exitStatus",
                        name() + " was asked to end (status " + status() + ", as after " + signal() + ").",
                        ReportedEnd.failedProbe(container)
                                ? "The kubelet asks so after a failed liveness probe: take a thread dump while it does not answer"
                                        + " (jcmd PID Thread.print; loomweight threads)."
                                : "A rollout, a deletion, a failed liveness probe or docker stop ask so: kubectl get events, or"
                                        + " docker events, name it.");
            case CRASHED ->
                problem(
                        "crashed",
                        name() + " crashed (status " + status() + ", as after " + signal() + ").",
                        "Its JVM writes hs_err_pidN.log into the working directory, with the reason: pass it to loomweight"
                                + " report. -XX:ErrorFile=/dump/hs_err_%p.log puts it on a volume that stays.");
            case NOT_STARTED ->
                problem(
                        "notStarted",
                        name() + " could not be started" + quoted(ended == null ? "" : ended.message()),
                        "See its image and its command.");
            case FAILED ->
                warning(
                        "exitStatus",
                        name() + " ended by itself, with status " + status() + ".",
                        "Its output says why: kubectl logs --previous, or docker logs. -XX:+ExitOnOutOfMemoryError ends a JVM"
                                + " with status 3, an exception that main throws with 1.");
            case COMPLETED -> info(name() + " ended by itself, without an error.");
            case NONE -> info(running());
        };
    }

    /** What is reported next to the kernel's log of the same end. */
    String sentence() {
        return container.reporter().label() + " has it as " + lower(name()) + ": "
                + (ended == null ? "" : ended.reason().isEmpty() ? "" : ended.reason() + ", ")
                + (status() == null ? "status not known" : "status " + status())
                + (bounds.limitBytes() > 0 ? ", limit " + Amounts.bytes(bounds.limitBytes()) : "")
                + (container.restarts() > 0 ? ", " + Amounts.count(container.restarts(), "restart") : "")
                + "." + heap();
    }

    private Finding problem(String id, String summary, String solution) {
        return new Finding(id, Severity.PROBLEM, summary, evidence(), solution);
    }

    private Finding warning(String id, String summary, String solution) {
        return new Finding(id, Severity.WARNING, summary, evidence(), solution);
    }

    private Finding info(String summary) {
        return new Finding("containerState", Severity.INFO, summary, evidence(), "");
    }

    private String name() {
        String pod = container.pod().name();
        return "Container" + (container.name().isEmpty() ? "" : " " + container.name())
                + (pod.isEmpty() ? "" : " of pod " + pod);
    }

    private static String lower(String name) {
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    private String pod() {
        return container.pod().name().isEmpty()
                ? "The pod"
                : "Pod " + container.pod().name();
    }

    private @Nullable Integer status() {
        return ended == null ? null : ended.exitStatus();
    }

    private String andStatus() {
        return status() == null ? "" : ", status " + status();
    }

    private String signal() {
        Integer status = status();
        return String.valueOf(status == null ? null : Signal.of(status));
    }

    private String limit() {
        return bounds.limitBytes() > 0
                ? ": its limit is " + Amounts.bytes(bounds.limitBytes()) + "."
                : bounds.unlimited()
                        ? ". It has no limit of its own: the machine, or a group above it, ran out of memory."
                        : ".";
    }

    private String evidence() {
        return (ran() + restarts() + heap() + machine()).strip();
    }

    private String ran() {
        Instant from = ended == null ? null : ended.started();
        Instant to = ended == null ? null : ended.finished();
        return from == null || to == null || to.isBefore(from)
                ? ""
                // Kubernetes has whole seconds.
                : " It ended at " + Amounts.instant(to) + ", after "
                        + (from.equals(to)
                                ? "less than 1 s"
                                : Amounts.time(Duration.between(from, to).toNanos())) + ".";
    }

    private String restarts() {
        return container.restarts() > 0 ? " It was restarted " + Amounts.count(container.restarts(), "time") + "." : "";
    }

    private String heap() {
        long heap = bounds.heapBytes();
        long limit = bounds.limitBytes();
        return heap <= 0 || limit <= 0
                ? ""
                : heap >= limit
                        ? " Its heap alone could become " + Amounts.bytes(heap)
                                + " (-Xmx), which is not less than the limit."
                        : " -Xmx leaves " + Amounts.bytes(limit - heap) + " of the limit for everything else.";
    }

    private String machine() {
        return meaning == Meaning.OUT_OF_MEMORY && bounds.limitBytes() > 0
                ? " " + container.reporter().label()
                        + " reports the same where the machine ran out of memory; the log of the kernel (journalctl -k) tells both"
                        + " apart."
                : "";
    }

    private String moreRoom() {
        return bounds.unlimited() && bounds.limitBytes() <= 0
                ? "Give it and its neighbours limits that fit together into the machine. The log of the kernel (journalctl -k)"
                        + " names what took most."
                : "Raise the limit, or find what fills it: loomweight record PID, or loomweight run -- java ..., divides it and"
                        + " names what grew. -Xmx and -XX:MaxRAMPercentage bound only the heap; everything else needs room in"
                        + " addition.";
    }

    private String killers() {
        return (container.reporter() == Reporter.KUBERNETES
                        ? "The kubelet does that after a failed probe, or a deletion, when the grace period is over; kubectl get"
                                + " events names it."
                        : "docker kill does that, and docker stop after its grace period; docker events names it.")
                + " The kernel does it too where the machine ran out of memory: its log (journalctl -k) decides.";
    }

    private String eviction() {
        String message = container.pod().message().toLowerCase(Locale.ROOT);
        return message.contains("memory")
                ? "The node, and not a limit of the container, ran low on memory: pods that take more than they request are evicted"
                        + " first. Request what it takes, and lower -Xmx to fit."
                : message.contains("storage") || message.contains("emptydir")
                        ? "That is disk, not memory: bound logs, heap dumps and recordings, or raise the limit of ephemeral-storage."
                        : "kubectl describe pod and kubectl describe node name what the node was short of.";
    }

    private static String quoted(String message) {
        String text = message.strip();
        return text.isEmpty()
                ? "."
                : ": " + (text.length() > LONGEST_MESSAGE ? text.substring(0, LONGEST_MESSAGE) + "..." : text)
                        + (text.endsWith(".") ? "" : ".");
    }

    private String running() {
        State state = container.state();
        String reason = state == null || state.reason().isEmpty() ? "" : ": " + state.reason();
        return name()
                + switch (state == null ? "" : state.word()) {
                    case "Running" -> " runs";
                    case "Waiting" -> " waits" + reason;
                    default -> " has no state";
                }
                + "; the text has no end of it.";
    }
}
