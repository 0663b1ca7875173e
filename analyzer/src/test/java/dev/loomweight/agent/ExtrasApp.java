package dev.loomweight.agent;

import java.lang.management.ManagementFactory;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/** An application that is in the way of what the agent has in addition to its capture. Plain JDK. */
final class ExtrasApp {

    private ExtrasApp() {}

    /** Something to manage. */
    public interface Own {
        /** A figure of the application. */
        int getFigure();
    }

    public static void main(String[] arguments) throws Exception {
        for (String what : arguments) {
            switch (what) {
                case "mbean" ->
                    ManagementFactory.getPlatformMBeanServer()
                            .registerMBean(
                                    new StandardMBean((Own) () -> 1, Own.class),
                                    new ObjectName("dev.loomweight:type=Agent"));
                case "log" -> Logger.getLogger("").addHandler(new Failing());
                default -> throw new IllegalArgumentException(what);
            }
        }
        Thread.ofVirtual().start(() -> {}).join();
        System.out.println("ready");
        while (System.in.read() >= 0) {
            // Until the test is over.
        }
        System.out.println("done");
    }

    private static final class Failing extends Handler {
        @Override
        public void publish(LogRecord line) {
            throw new IllegalStateException("the log is broken");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
