package dev.loomweight.agent;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/**
 * An application that pins as often as a line of standard input says, and counts how often it did. Plain JDK, since it is
 * started with nothing on its class path but these classes.
 */
final class FoldedApp {

    private static final long PIN_NANOS = 2_000_000;
    private static int held;

    private FoldedApp() {}

    public static void main(String[] args) throws Exception {
        Method hold = FoldedApp.class.getDeclaredMethod("hold");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int times = Integer.parseInt(line);
            Thread pins = Thread.ofVirtual().start(() -> {
                try {
                    for (int i = 0; i < times; i++) {
                        hold.invoke(null);
                    }
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            });
            pins.join();
            System.out.println(line + ": " + held);
        }
        System.out.println("done");
    }

    // Pins before JDK 24 because it is synchronized, and on every JDK where reflection puts a native frame below it.
    @SuppressWarnings("UnusedMethod") // By reflection it is.
    private static synchronized void hold() {
        LockSupport.parkNanos(PIN_NANOS);
        held++;
    }
}
