package dev.loomweight.capture;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A user that is not the one of the tests, as root can become. */
final class OtherUser {

    static final int ID = 65534;

    private static final List<String> PREFIX = List.of("setpriv", "--reuid=" + ID, "--regid=" + ID, "--clear-groups");

    private OtherUser() {}

    /** Skips the test where this user cannot become another. */
    static void assumePossible() throws InterruptedException {
        assumeTrue(runs("true"), "this user cannot become another: only root can");
    }

    /** Starts a command as that user. */
    static Process start(String... command) throws IOException {
        List<String> words = new ArrayList<>(PREFIX);
        words.addAll(List.of(command));
        return new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static boolean runs(String... command) throws InterruptedException {
        try {
            return start(command).waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Gives a file or folder, no link, to that user. */
    static void own(Path path) throws IOException {
        Files.setAttribute(path, "unix:uid", ID, LinkOption.NOFOLLOW_LINKS);
    }
}
