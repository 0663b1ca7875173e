package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class AgentLogTest {

    @Test
    void linesWaitUntilTheLogIsOpenAndNameTheHolderWhereItIsKnown() {
        List<String> lines = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                lines.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("dev.loomweight.agent");
        logger.addHandler(handler);
        try {
            AgentLog log = new AgentLog();
            log.pin(new PinSite(Cause.SYNCHRONIZED_METHOD, "a.Dao.load", "a.Dao.load:7", "a.Dao.query:12"));
            assertThat(lines).isEmpty();

            log.open();
            log.pin(new PinSite(Cause.MONITOR, "a.Cart.add", null, "a.Cart.add:3"));
            log.pin(new PinSite(Cause.WAIT_STORM, "java.lang.Object.wait", null, ""));

            assertThat(lines)
                    .containsExactly(
                            "virtual threads are pinned (synchronizedMethod, held by a.Dao.load:7) at a.Dao.query:12",
                            "virtual threads are pinned (monitor) at a.Cart.add:3",
                            "virtual threads are pinned (waitStorm) in java.lang.Object.wait");
        } finally {
            logger.removeHandler(handler);
        }
    }
}
