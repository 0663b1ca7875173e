package dev.loomweight.capture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.attribute.UserPrincipal;
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
        try {
            // Not readString: the program's name can hold anything.
            String status = new String(Files.readAllBytes(Proc.of(pid).resolve("status")), StandardCharsets.ISO_8859_1);
            for (String line : status.split("\n", -1)) {
                if (line.startsWith("Uid:")) {
                    // Real, effective, saved, and that of file accesses.
                    String[] numbers = line.strip().split("\\s+", -1);
                    // A number without a user's name stands for itself.
                    return called(numbers[2]);
                }
            }
            return null;
        } catch (IOException e) {
            return null;
        }
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
