package dev.loomweight.samples.experiment.server;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One client of a load: asks, waits for the whole answer, asks again. It connects anew when its connection is lost. */
@SuppressWarnings(
        "FutureReturnValueIgnored") // What fails is told to exceptionCaught, and a lost connection to channelInactive.
final class Client {

    private static final long MILLIS_TO_RECONNECT = 50;

    private final Bootstrap bootstrap;
    private final String host;
    private final String path;
    private final Answers answers;
    private volatile boolean stopped;
    private volatile @Nullable Channel channel;

    Client(EventLoopGroup loops, InetSocketAddress server, String path, Answers answers) {
        this.host = server.getHostString() + ":" + server.getPort();
        this.path = path;
        this.answers = answers;
        this.bootstrap = new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .remoteAddress(server)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel made) {
                        made.pipeline().addLast(new HttpClientCodec(), new Turn());
                    }
                });
    }

    /** Begins to ask. */
    void connect() {
        bootstrap.connect().addListener(future -> {
            // Once it is stopped, the threads that would connect end: what fails then says nothing of the server.
            if (!future.isSuccess() && !stopped) {
                answers.wrong(String.valueOf(future.cause().getMessage()));
                reconnect();
            }
        });
    }

    /** Asks no more. What has no answer yet is counted as such. */
    void stop() throws InterruptedException {
        stopped = true;
        Channel open = channel;
        if (open != null) {
            open.close().sync();
        }
    }

    private void reconnect() {
        if (!stopped) {
            bootstrap.config().group().schedule(this::connectUnlessStopped, MILLIS_TO_RECONNECT, TimeUnit.MILLISECONDS);
        }
    }

    private void connectUnlessStopped() {
        if (!stopped) {
            connect();
        }
    }

    /** What happens on one connection. */
    private final class Turn extends ChannelInboundHandlerAdapter {

        private long asked;
        private boolean waits;
        private boolean closes;
        private HttpResponseStatus status = HttpResponseStatus.OK;

        @Override
        public void channelActive(ChannelHandlerContext context) {
            channel = context.channel();
            if (stopped) {
                context.close();
            } else {
                ask(context);
            }
        }

        private void ask(ChannelHandlerContext context) {
            DefaultFullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, path);
            request.headers().set(HttpHeaderNames.HOST, host);
            waits = true;
            asked = System.nanoTime();
            context.writeAndFlush(request, context.voidPromise());
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object part) {
            if (part instanceof HttpResponse response) {
                status = response.status();
                closes = !HttpUtil.isKeepAlive(response);
            }
            boolean last = part instanceof LastHttpContent;
            ReferenceCountUtil.release(part);
            if (last) {
                waits = false;
                if (HttpResponseStatus.OK.equals(status)) {
                    answers.right(asked);
                } else {
                    answers.wrong("the server answers " + status);
                }
                if (closes) {
                    // Tomcat does so after every hundredth answer.
                    context.close();
                } else if (!stopped) {
                    ask(context);
                }
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (waits && stopped) {
                answers.open(asked);
            } else if (waits) {
                answers.wrong("the server closed the connection without an answer");
            }
            waits = false;
            if (closes && !stopped) {
                connect();
            } else {
                reconnect();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (waits) {
                waits = false;
                answers.wrong(String.valueOf(cause.getMessage()));
            }
            context.close();
        }
    }
}
