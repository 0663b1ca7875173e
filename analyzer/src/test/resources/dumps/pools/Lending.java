import java.lang.management.ManagementFactory;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;

/** Threads that borrow from a pool: POOL MODE KIND. */
public class Lending {
    interface Lent extends AutoCloseable {}

    interface Lender {
        Lent lend() throws Exception;
    }

    static final CountDownLatch never = new CountDownLatch(1);
    static Lender pool;

    public static void main(String[] args) throws Exception {
        int size = 4;
        pool = args[0].equals("commons") ? commons(size) : hikari(size);
        boolean virtual = args[2].equals("virtual");
        switch (args[1]) {
            case "leaked" -> {
                for (int i = 0; i < size; i++) {
                    pool.lend();
                }
                start(virtual, 10, Lending::order);
            }
            case "kept" -> {
                start(virtual, size, Lending::report);
                Thread.sleep(500);
                start(virtual, 10, Lending::order);
            }
            case "nested" -> start(virtual, 10, Lending::nested);
            case "busy" -> start(virtual, 10, () -> {
                while (true) {
                    order();
                }
            });
            default -> throw new IllegalArgumentException(args[1]);
        }
        System.out.println("ready");
        System.in.read();
    }

    interface Body {
        void run() throws Exception;
    }

    static void start(boolean virtual, int count, Body body) {
        for (int i = 0; i < count; i++) {
            (virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon()).name("order-" + i).start(() -> {
                try {
                    body.run();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    static void order() throws Exception {
        try (Lent lent = pool.lend()) {
            Thread.sleep(3);
        }
    }

    static void report() throws Exception {
        try (Lent lent = pool.lend()) {
            never.await();
        }
    }

    static void nested() throws Exception {
        try (Lent lent = pool.lend()) {
            Thread.sleep(100);
            order();
        }
    }

    static Lender commons(int size) {
        var settings = new org.apache.commons.pool2.impl.GenericObjectPoolConfig<Object>();
        settings.setMaxTotal(size);
        var pool = new org.apache.commons.pool2.impl.GenericObjectPool<Object>(
                new org.apache.commons.pool2.BasePooledObjectFactory<Object>() {
                    @Override
                    public Object create() {
                        return new Object();
                    }

                    @Override
                    public org.apache.commons.pool2.PooledObject<Object> wrap(Object object) {
                        return new org.apache.commons.pool2.impl.DefaultPooledObject<>(object);
                    }
                },
                settings);
        return () -> {
            Object object = pool.borrowObject();
            return () -> pool.returnObject(object);
        };
    }

    static Lender hikari(int size) {
        Properties settings = new Properties();
        settings.put("jdbcUrl", "jdbc:h2:mem:orders");
        settings.put("maximumPoolSize", Integer.toString(size));
        settings.put("connectionTimeout", "250000");
        DataSource source = new com.zaxxer.hikari.HikariDataSource(new com.zaxxer.hikari.HikariConfig(settings));
        return () -> {
            var connection = source.getConnection();
            return connection::close;
        };
    }
}
