package dev.loomweight.samples;

/**
 * A program that shows one cause of pinning, or one thing that looks like it and is none.
 *
 * <p>An exhibit is a public class in the package {@code gallery} with a constructor without parameters. Its class
 * comment is the lesson. Beside it lies a file of the same name that ends in {@code .expected}: what must be found when
 * it runs under capture, read by {@link Expected}. {@link Gallery} finds both by that file; nothing else names them.
 */
public interface Exhibit {

    /**
     * Runs to its end, within a few seconds, and prints nothing. Threads that are stranded by design may remain;
     * they are virtual, so they keep no JVM alive.
     *
     * @throws Exception if it could not show what it is there for
     */
    void run() throws Exception;
}
