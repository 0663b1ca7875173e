package org.postgresql.core.v3;

/** Has the name of a class of pgjdbc, and its shape of before 42.6.0. */
public final class QueryExecutorImpl {

    public synchronized void execute() {
        read();
    }

    public synchronized void visit(Runnable visitor) {
        visitor.run();
    }

    private static void read() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static final class Charsets {
        static {
            read();
        }

        public static void touch() {}
    }
}
