package dev.loomweight.samples.experiment;

import dev.loomweight.capture.SampleFigure.Unit;

/**
 * The many short tasks of {@link Tasks} in a JVM without NMT and without a recording, which make
 * it dearer to start a platform thread. The published figures are of such JVMs.
 *
 * <p>Arguments: two numbers of tasks, the smaller first.
 */
public final class PlainTasks {

    private PlainTasks() {}

    /**
     * Measures, and prints the figures, a line each.
     *
     * @param args two numbers of tasks
     * @throws InterruptedException if this thread is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        Child.endWithTheParent();
        int few = Integer.parseInt(args[0]);
        int many = Integer.parseInt(args[1]);
        Tasks.warmUp(few);
        print("plainPlatformFew", Thread.ofPlatform(), few);
        print("plainVirtualFew", Thread.ofVirtual(), few);
        print("plainPlatformMany", Thread.ofPlatform(), many);
        print("plainVirtualMany", Thread.ofVirtual(), many);
    }

    private static void print(String key, Thread.Builder builder, int tasks) throws InterruptedException {
        System.out.println(
                Stand.FIGURE + key + " " + Unit.NANOS + " " + Tasks.time(builder, tasks, (done, began) -> {}));
    }
}
