import java.io.IOException;

/** Virtual threads that keep their carriers: one computes in a class initializer, one waits for that, one reads a pipe. */
public class Mounted {

    private static volatile long count;

    private static class Slow {
        private static final long VALUE = compute();

        private static long compute() {
            while (count >= 0) {
                count++;
            }
            return count;
        }
    }

    private static void useTheClass() {
        count = Slow.VALUE;
    }

    private static void readThePipe() {
        try {
            count = new ProcessBuilder("sleep", "600").start().getInputStream().read();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread.ofVirtual().name("computes").start(Mounted::useTheClass);
        Thread.sleep(200);
        Thread.ofVirtual().name("waits").start(Mounted::useTheClass);
        Thread.ofVirtual().name("reads").start(Mounted::readThePipe);
        Thread.currentThread().join();
    }
}
