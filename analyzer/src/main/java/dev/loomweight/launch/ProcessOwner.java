package dev.loomweight.launch;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.Proc;
import dev.loomweight.capture.ProcessUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.UserPrincipal;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The owner of a process. A JVM lets only its own user and root attach to it. */
public final class ProcessOwner {

    private static final Pattern IN_CONTAINER = Pattern.compile("(?m):/\\.\\.|kubepods|docker|libpod|crio|containerd");

    private ProcessOwner() {}

    /**
     * Checks that a process exists and belongs to the caller, or the caller is root.
     *
     * @throws DataException if it is not
     */
    public static void requireOwn(long pid) {
        Proc.requireProcesses("process " + pid);
        if (ProcessHandle.of(pid).isEmpty()) {
            throw new DataException("there is no process " + pid + "; " + RunningJvm.LISTED);
        }
        ProcessState state = ProcessState.read(pid);
        if (state.hasEnded()) {
            throw new DataException("process " + pid + " cannot be queried: "
                    + (state.words().isEmpty() ? "it has ended" : state.words()));
        }
        String refusal = refusal(pid, owner(pid), owner(ProcessHandle.current().pid()));
        if (refusal == null) {
            refusal = unreachable(
                    pid,
                    new ProcFiles(pid),
                    new ProcFiles(ProcessHandle.current().pid()));
        }
        if (refusal != null) {
            throw new DataException(refusal);
        }
    }

    /**
     * Why a process of the right user cannot be attached to, or null if nothing speaks against it. The attach client would
     * try nevertheless, and a JVM that does not find the client's request prints its threads.
     */
    private static @Nullable String unreachable(long pid, ProcFiles theirs, ProcFiles ours) {
        UserPrincipal self = ProcessUser.own();
        boolean root = self != null && ProcessUser.isRoot(self.getName());
        if (!root && !theirs.group().isEmpty() && !theirs.group().equals(ours.group())) {
            return "process " + pid + " runs in the group " + theirs.group() + " and loomweight in the group "
                    + ours.group()
                    + ", and a JVM answers only root and its own user in its own group; run loomweight in"
                    + " that group (in Kubernetes runAsGroup)";
        }
        if (!theirs.isReachable() && areOfDifferentContainers(theirs.controlGroups(), ours.controlGroups())) {
            return "process " + pid + " runs in another container, whose files (/proc/" + pid + "/root) cannot be read;"
                    + " run loomweight as the user and in the group of the process, or as root with the capability"
                    + " SYS_PTRACE";
        }
        return null;
    }

    /**
     * Whether two lists of control groups, as {@code /proc/PID/cgroup} has them, are of different containers: what lies
     * outside of this program's own root, or below another folder of a container runtime.
     */
    static boolean areOfDifferentContainers(String theirs, String ours) {
        return !theirs.equals(ours) && IN_CONTAINER.matcher(theirs).find();
    }

    /** Why a process cannot be attached to, or null if nothing speaks against it or its owner is not known. */
    static @Nullable String refusal(long pid, @Nullable String owner, @Nullable String self) {
        if (owner == null || self == null || Objects.equals(owner, self) || ProcessUser.isRoot(self)) {
            return null;
        }
        return "process " + pid + " belongs to the user " + owner
                + ", and only that user and root can attach to it; run" + " loomweight as " + owner;
    }

    /** The owner of a process, or null if it is not known. */
    public static @Nullable String owner(long pid) {
        if (!Proc.isThere()) {
            return ProcessHandle.of(pid)
                    .flatMap(process -> process.info().user())
                    .orElse(null);
        }
        try {
            return Files.getOwner(Proc.of(pid)).getName();
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }
}
