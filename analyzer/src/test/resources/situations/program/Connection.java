package driver;

/** A library whose queries hold a monitor. */
public final class Connection {

    public synchronized void query(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

/** A library whose initializer waits. */
class Session {
    static {
        new Connection().query(Long.getLong("shop.millis"));
    }
}
