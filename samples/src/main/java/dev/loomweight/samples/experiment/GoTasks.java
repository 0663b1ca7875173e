package dev.loomweight.samples.experiment;

import java.util.List;

/**
 * The many short tasks of {@link Tasks} once more, one goroutine each. Go has had for long what virtual threads are:
 * its scheduler, too, mounts many of them on few threads of the kernel.
 *
 * <p>Arguments: two numbers of tasks, the smaller first.
 */
public final class GoTasks {

    private GoTasks() {}

    /**
     * Runs the experiment.
     *
     * @param args two numbers of tasks
     * @throws Exception if Go is there but its program cannot be built, or fails
     */
    public static void main(String[] args) throws Exception {
        Stand.play(0, stand -> {
            Go.run(stand, List.of("goFew", "goMany"), "tasks", args);
            return null;
        });
    }
}
