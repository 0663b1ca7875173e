package dev.loomweight.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.InfoCmp;
import org.jline.utils.OSUtils;
import org.jspecify.annotations.Nullable;

/**
 * The terminal that the command was started in.
 *
 * <p>JLine asks the kernel about it where it can, and else runs {@code stty}, {@code test}, {@code tty} and {@code infocmp}
 * as the PATH has them. A directory of the PATH can have other programs of these names, and an application's can be
 * anything. So the first way is tried alone, and the programs are only run from where the system has its own.
 */
public final class SystemTerminal {

    private static final List<Path> SYSTEM_FOLDERS =
            List.of(Path.of("/usr/bin"), Path.of("/bin"), Path.of("/run/current-system/sw/bin"));

    private SystemTerminal() {}

    /**
     * Opens it.
     *
     * @return the terminal; a dumb one if standard input and output are not a terminal, or it cannot be set
     * @throws IOException if it cannot be opened
     */
    public static Terminal open() throws IOException {
        nameCommands();
        describe(System.getenv("TERM"));
        try {
            return builder().exec(false).dumb(false).build();
        } catch (IllegalStateException e) {
            // No library for this machine, or none can be loaded, as with a /tmp from which nothing may be run.
            return builder().exec(true).dumb(true).build();
        }
    }

    private static TerminalBuilder builder() {
        return TerminalBuilder.builder().name("loomweight").system(true);
    }

    private static void nameCommands() {
        OSUtils.INFOCMP_COMMAND = command("infocmp");
        OSUtils.STTY_COMMAND = command("stty");
        OSUtils.TEST_COMMAND = command("test");
        OSUtils.TTY_COMMAND = command("tty");
    }

    /** The system's own program of this name. If there is none, a path at which there is nothing. */
    private static String command(String name) {
        return SYSTEM_FOLDERS.stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(SYSTEM_FOLDERS.getFirst().resolve(name))
                .toString();
    }

    /** Where there is no {@code infocmp}, a type that JLine does not know is taken for the one that it is like. */
    private static void describe(@Nullable String type) {
        if (type == null || InfoCmp.getDefaultInfoCmp(type) != null) {
            return;
        }
        String like = type.startsWith("tmux") || type.startsWith("screen")
                ? "screen-256color"
                : type.startsWith("xterm") || type.endsWith("-256color") ? "xterm-256color" : "ansi";
        InfoCmp.setDefaultInfoCmp(type, InfoCmp.getDefaultInfoCmp(like));
    }
}
