package dev.loomweight.capture;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The user that a process runs as. */
public final class ProcessUser {

    // The number, on an image that has no /etc/passwd.
    private static final Set<String> ROOT = Set.of("root", "0");

    private ProcessUser() {}

    /** The user of this process, or null if it is not known. */
    public static @Nullable UserPrincipal own() {
        UserPrincipal found = of(ProcessHandle.current().pid());
        return found == null ? called(System.getProperty("user.name")) : found;
    }

    /**
     * The user of a process, or null if it is not known. This is not the owner of {@code /proc/PID}: that of a process
     * that may not be dumped is root.
     */
    public static @Nullable UserPrincipal of(long pid) {
        if (!Proc.isThere()) {
            return called(ProcessHandle.of(pid)
                    .flatMap(process -> process.info().user())
                    .orElse(null));
        }
        // Real, effective, saved, and that of file accesses. A number without a user's name stands for itself.
        List<String> numbers = Proc.status(Proc.of(pid), "Uid:");
        return numbers.isEmpty() ? null : called(numbers.get(1));
    }

    private static @Nullable UserPrincipal called(@Nullable String name) {
        try {
            return name == null
                    ? null
                    : FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(name);
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }

    /** Whether a user is root. */
    public static boolean isRoot(String name) {
        return ROOT.contains(name);
    }
}
