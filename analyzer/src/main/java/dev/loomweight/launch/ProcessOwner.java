package dev.loomweight.launch;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.Proc;
import dev.loomweight.capture.ProcessUser;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The owner of a process. A JVM lets only its own user and root attach to it. */
public final class ProcessOwner {

    private ProcessOwner() {}

    /**
     * Checks that a process exists and belongs to the caller, or the caller is root.
     *
     * @throws DataException if it is not
     */
    public static void requireOwn(long pid) {
        Proc.requireProcesses("process " + pid);
        if (ProcessHandle.of(pid).isEmpty()) {
            throw new DataException(
                    "there is no process " + pid + "; jcmd without arguments lists the JVMs of this user");
        }
        ProcessState state = ProcessState.read(pid);
        if (state.hasEnded()) {
            throw new DataException("process " + pid + " cannot be queried: "
                    + (state.words().isEmpty() ? "it has ended" : state.words()));
        }
        String refusal = refusal(pid, owner(pid), owner(ProcessHandle.current().pid()));
        if (refusal != null) {
            throw new DataException(refusal);
        }
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
