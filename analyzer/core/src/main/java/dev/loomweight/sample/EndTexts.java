package dev.loomweight.sample;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the kernel, and what runs containers, report of the ends of processes. All amounts are in bytes. */
public sealed interface EndTexts extends Sample {

    /**
     * The kills for lack of memory in a log of the kernel.
     *
     * @param kills in the order of the log
     */
    record KernelKills(List<Kill> kills) implements EndTexts {

        public KernelKills {
            kills = List.copyOf(kills);
        }

        /** Of what there was too little. */
        public enum Scope {
            /** Of the limit of a control group. */
            GROUP,
            /** Of the machine's memory. */
            MACHINE,
            /** Of the memory of some nodes of the machine, to which a cpuset or policy confines the process. */
            NODES,
            /** The log does not have it. */
            UNKNOWN
        }

        /**
         * One kill.
         *
         * @param victim the process
         * @param chosen whether it is only known that it was chosen: older kernels may kill a child instead
         * @param scope of what there was too little
         * @param group the control group
         * @param tasks the processes that could have been killed, in the order of the log; empty where it does not list them
         * @param machineBytes the memory of the machine, or -1
         * @param time as the log has it; empty where it has none
         */
        public record Kill(
                Task victim,
                boolean chosen,
                Scope scope,
                Group group,
                List<Task> tasks,
                long machineBytes,
                String time) {

            public Kill {
                tasks = List.copyOf(tasks);
            }
        }

        /**
         * The control group of a kill.
         *
         * @param limited the path of the group whose limit was reached; empty where that is not known
         * @param own the path of the victim's group; empty where that is not known
         * @param limitBytes the limit, or -1
         * @param usageBytes what was charged, or -1
         * @param content what was charged by kind: {@code anon}, {@code file} without shared memory, {@code shmem}, {@code
         *     kernel}; empty where the log does not have it
         */
        public record Group(String limited, String own, long limitBytes, long usageBytes, Map<String, Long> content) {

            public Group {
                content = Map.copyOf(content);
            }
        }

        /**
         * A process.
         *
         * @param pid its number on the machine, which is not the one in its container; -1 where it is not known
         * @param name as the kernel has it, of 15 characters at most; empty where the text ends before it
         * @param resident resident memory by kind, {@code anon}, {@code file}, {@code shmem}, or {@code rss} alone for the sum;
         *     empty where the log does not have it
         */
        public record Task(long pid, String name, Map<String, Long> resident) {

            public Task {
                resident = Map.copyOf(resident);
            }

            /** All resident memory, or -1. */
            public long residentBytes() {
                return resident.isEmpty()
                        ? -1
                        : resident.values().stream().mapToLong(Long::longValue).sum();
            }

            /** Whether it is a JVM by its name: that of the launcher. */
            public boolean isJvm() {
                return name.equals("java") || name.equals("jsvc") || name.equals("javaw");
            }
        }
    }

    /**
     * What Kubernetes, Docker or Podman report of containers.
     *
     * @param containers in the order of the text
     */
    record Containers(List<Container> containers) implements EndTexts {

        public Containers {
            containers = List.copyOf(containers);
        }

        /** Who reports. */
        public enum Reporter {
            KUBERNETES("Kubernetes"),
            DOCKER("Docker");

            private final String label;

            Reporter(String label) {
                this.label = label;
            }

            /** Its name. */
            public String label() {
                return label;
            }
        }

        /**
         * One container.
         *
         * @param reporter who reports it
         * @param name its name; empty where the text does not have it
         * @param pod its pod, with what became of that as a whole
         * @param ids the ids that it has, and had at its last run, without those of the image
         * @param bounds its limit, and the heap's
         * @param restarts how often it was restarted, or -1
         * @param state what it does now, or null
         * @param last how its last run ended, or null
         */
        public record Container(
                Reporter reporter,
                String name,
                Pod pod,
                List<String> ids,
                Bounds bounds,
                long restarts,
                @Nullable State state,
                @Nullable State last) {

            public Container {
                ids = List.copyOf(ids);
            }

            /** The same container with what another report has of it; in doubt what Kubernetes has, which knows the reason. */
            public Container with(Container other) {
                if (other.reporter.compareTo(reporter) < 0) {
                    return other.with(this);
                }
                State own = ended();
                boolean better = own == null
                        || (own.outOfMemory() == null && own.reason().isEmpty());
                Container ends = better && other.ended() != null ? other : this;
                List<String> all = Stream.concat(ids.stream(), other.ids.stream())
                        .distinct()
                        .sorted()
                        .toList();
                return new Container(
                        reporter,
                        name.isEmpty() ? other.name : name,
                        pod.with(other.pod),
                        all,
                        bounds.with(other.bounds),
                        Math.max(restarts, other.restarts),
                        ends.state,
                        ends.last);
            }

            /** The last end that is known, or null. */
            public @Nullable State ended() {
                return state != null && state.isEnded() ? state : last != null && last.isEnded() ? last : null;
            }
        }

        /**
         * A pod.
         *
         * @param name its name; empty where there is none, or it is not known
         * @param reason why all of it ended, such as {@code Evicted}; empty if it did not, or that is not known
         * @param message the reason in the words of Kubernetes; may be empty
         * @param killedByProbe the containers that the kubelet killed since they failed their liveness or startup probe
         */
        public record Pod(String name, String reason, String message, List<String> killedByProbe) {

            /** Nothing is known. */
            public static final Pod NONE = new Pod("", "", "", List.of());

            public Pod {
                killedByProbe = List.copyOf(killedByProbe);
            }

            private Pod with(Pod other) {
                return new Pod(
                        name.isEmpty() ? other.name : name,
                        reason.isEmpty() ? other.reason : reason,
                        message.isEmpty() ? other.message : message,
                        killedByProbe.isEmpty() ? other.killedByProbe : killedByProbe);
            }
        }

        /**
         * What bounds the memory of a container.
         *
         * @param limitBytes its limit; -1 where it is not known
         * @param unlimited whether it is known to have none
         * @param requestBytes what it is guaranteed, or -1
         * @param heapBytes {@code -Xmx} in its command or its environment, or -1
         */
        public record Bounds(long limitBytes, boolean unlimited, long requestBytes, long heapBytes) {

            /** Nothing is known. */
            public static final Bounds UNKNOWN = new Bounds(-1, false, -1, -1);

            private Bounds with(Bounds other) {
                long limit = Math.max(limitBytes, other.limitBytes);
                return new Bounds(
                        limit,
                        limit < 0 && (unlimited || other.unlimited),
                        Math.max(requestBytes, other.requestBytes),
                        Math.max(heapBytes, other.heapBytes));
            }
        }

        /**
         * A state.
         *
         * @param word {@code Running}, {@code Waiting}, {@code Terminated}, as Kubernetes has them
         * @param reason such as {@code OOMKilled}, {@code Error}, {@code CrashLoopBackOff}; may be empty
         * @param message more of it; may be empty
         * @param exitStatus that of its first process, or null where it is not known
         * @param outOfMemory whether the kernel killed a process of it for lack of memory, as far as the reporter saw it; null
         *     where the text does not say
         * @param started when, or null
         * @param finished when, or null
         */
        public record State(
                String word,
                String reason,
                String message,
                @Nullable Integer exitStatus,
                @Nullable Boolean outOfMemory,
                @Nullable Instant started,
                @Nullable Instant finished) {

            /** Whether it ended. */
            public boolean isEnded() {
                return word.equals("Terminated");
            }
        }
    }
}
