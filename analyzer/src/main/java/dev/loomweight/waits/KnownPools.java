package dev.loomweight.waits;

import dev.loomweight.sample.Frame;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Methods that lend an object of a pool and wait until one is free. They wait at queues and conditions, as workers do that
 * have nothing to do, so nothing but their names shows that other threads have what they wait for.
 */
final class KnownPools {

    /** How many frames lie between the method and the wait, at most. */
    private static final int DEPTH = 8;

    // The methods of a class.
    private static final Map<String, Set<String>> METHODS = Map.ofEntries(
            Map.entry("com.zaxxer.hikari.util.ConcurrentBag", Set.of("borrow")),
            Map.entry("org.apache.commons.pool2.impl.GenericObjectPool", Set.of("borrowObject")),
            Map.entry("org.apache.commons.pool2.impl.GenericKeyedObjectPool", Set.of("borrowObject")),
            Map.entry("org.apache.commons.pool.impl.GenericObjectPool", Set.of("borrowObject")),
            Map.entry("org.apache.tomcat.jdbc.pool.ConnectionPool", Set.of("borrowConnection")),
            Map.entry("org.apache.tomcat.dbcp.pool2.impl.GenericObjectPool", Set.of("borrowObject")),
            Map.entry("com.mchange.v2.resourcepool.BasicResourcePool", Set.of("prelimCheckoutResource")),
            Map.entry("io.agroal.pool.ConnectionPool", Set.of("getConnection", "handlerFromSharedCache")),
            Map.entry(
                    "com.alibaba.druid.pool.DruidDataSource", Set.of("takeLast", "pollLast", "getConnectionInternal")),
            Map.entry("oracle.ucp.common.UniversalConnectionPoolBase", Set.of("borrowConnection")),
            Map.entry("org.apache.http.pool.AbstractConnPool", Set.of("getPoolEntryBlocking")),
            Map.entry("org.vibur.objectpool.ConcurrentPool", Set.of("take", "tryTake")),
            Map.entry("redis.clients.jedis.util.Pool", Set.of("getResource")));

    private KnownPools() {}

    /**
     * The outermost frame of the innermost methods that lend, or -1.
     *
     * @param frames the innermost first
     * @param from where the machinery of waiting ends
     */
    static int frame(List<Frame> frames, int from) {
        for (int i = from; i < Math.min(frames.size(), from + DEPTH); i++) {
            Set<String> methods = METHODS.get(frames.get(i).className());
            if (methods != null && methods.contains(frames.get(i).methodName())) {
                return i;
            }
        }
        return -1;
    }
}
